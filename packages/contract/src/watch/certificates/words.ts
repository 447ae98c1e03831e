import { formatUtc } from '../../text/format-utc.ts';
import type { WatchedValue } from '../watch.ts';
import type { CaaVerdict } from './caa.ts';
import { type Issuance, namesWithin } from './issuance.ts';
import { organisationOf } from './judge.ts';

const MAX_NAMES = 100;
const SHOWN_NAMES = 3;
const MAX_TEXT = 300;
const UNREAD = 'could not be read';

/** What is told of an issuance, in the order in which it is shown. */
const PARTS = ['Names', 'Issuer', 'Serial number', 'Valid', 'Key', 'Known from', 'Servers', 'CAA'] as const;
type Part = (typeof PARTS)[number];

/** What was asked of servers of the domain, for readers. */
export interface AskedServers {
  /** Names whose servers have presented a certificate, and those whose have not. */
  readonly answered: number;
  readonly silent: number;
}

/** An issuance that was not expected, as it is stored: lines with what was seen. Quotes texts of others. */
export function unexpectedLines(domain: string, issuance: Issuance, caa: CaaVerdict, asked: AskedServers): string[] {
  const { names, issuer, serial, notBefore, notAfter, keySha256, isPrecertificate } = issuance;
  const own = namesWithin(domain, names);
  const values: Readonly<Record<Part, string | null>> = {
    Names: listed([...own, ...names.filter((name) => !own.includes(name))]),
    Issuer: issuer,
    'Serial number': serial,
    Valid: notBefore === null || notAfter === null ? null : `${notBefore} to ${notAfter}`,
    Key: keySha256 === null ? null : `SHA-256 ${keySha256}`,
    'Known from': isPrecertificate ? 'its precertificate' : 'its certificate',
    Servers: serverText(asked, keySha256 !== null),
    CAA: caaText(caa),
  };
  return PARTS.map((part) => `${part}: ${(values[part] ?? UNREAD).slice(0, MAX_TEXT)}`);
}

function listed(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  return names.slice(0, MAX_NAMES).join(', ') + more;
}

function serverText({ answered, silent }: AskedServers, hasKey: boolean): string {
  if (!hasKey) return 'the key could not be compared with those of servers';
  const none = silent === 0 ? '' : `; of ${silent} no certificate could be read`;
  return answered === 0
    ? `no certificate of a server of these names could be read, so the key could not be compared${silent === 0 ? '' : ` (${silent} asked)`}`
    : `none of ${answered} asked presents this key${none}`;
}

function caaText(caa: CaaVerdict): string {
  if (caa.kind === 'allowed') return 'the records allow this issuer, for any account';
  if (caa.kind === 'allowed-account')
    return `the records allow this issuer only for the account ${caa.accounts.join(' or ')}; a certificate does not show which account has ordered it`;
  if (caa.kind === 'forbidden')
    return 'the records, as they are now, do not allow this issuer; when it was issued they may have been others';
  if (caa.kind === 'unrestricted') return 'there are no records, so any issuer may issue';
  return 'whether the records allow this issuer is not known';
}

/** A stored issuance as a sentence: what was seen, and what to look at first. */
export function unexpectedText(after: WatchedValue): string {
  const lines = Array.isArray(after) ? after : [];
  const partOf = (part: Part) => {
    const value = lines.find((line) => line.startsWith(`${part}: `))?.slice(part.length + 2) ?? UNREAD;
    return value === UNREAD ? null : value;
  };
  const issuer = partOf('Issuer');
  const [from = '', until = ''] = (partOf('Valid') ?? '').split(' to ');
  const validity = until === '' ? '' : `, valid from ${formatUtc(from)} to ${formatUtc(until)}`;
  const [names, serial] = [shortly(partOf('Names')), partOf('Serial number') ?? 'not known'];
  return (
    `${organisationOf(issuer) ?? issuer ?? 'An issuer'} has issued a certificate for ${names}${validity}, serial number ${serial}. ` +
    'Nothing that you have named explains it. Ask first whether a colleague, your hosting provider or a CDN has ordered it. ' +
    `Servers: ${partOf('Servers') ?? 'not asked'}. CAA: ${partOf('CAA') ?? 'not asked'}.`
  );
}

function shortly(names: string | null): string {
  const all = (names ?? 'names that could not be read').split(', ');
  const more = all.length > SHOWN_NAMES ? ` and ${all.length - SHOWN_NAMES} more` : '';
  return all.slice(0, SHOWN_NAMES).join(', ') + more;
}

/** The key of a stored issuance as SHA-256 in lower-case hex; null if it could not be read. */
export function keyOfUnexpected(after: WatchedValue): string | null {
  const lines = Array.isArray(after) ? after : [];
  return lines.flatMap((line) => /^Key: SHA-256 ([\da-f]{64})$/.exec(line)?.[1] ?? [])[0] ?? null;
}
