import { type Facts, type FactValue, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { dns } from './contract.ts';

/** The record types whose absence is a fact, since every lookup queries them. */
export const comparedTypes = [
  ...['A', 'AAAA', 'CNAME', 'DNAME', 'MX', 'NS', 'SOA', 'TXT', 'CAA', 'SRV', 'HTTPS', 'SVCB', 'PTR', 'NAPTR', 'URI'],
  ...['DS', 'DNSKEY', 'CDS', 'CDNSKEY', 'NSEC3PARAM', 'CSYNC', 'TLSA', 'SMIMEA', 'SSHFP', 'OPENPGPKEY', 'CERT'],
  ...['IPSECKEY', 'DHCID', 'HIP', 'LOC', 'HINFO', 'RP', 'AFSDB', 'KX', 'SPF', 'APL', 'EUI48', 'EUI64'],
] as const;

/** Record types that change whenever the zone is signed or any other record changes. */
export const movingTypes: readonly string[] = ['RRSIG', 'NSEC', 'NSEC3', 'ZONEMD'];

/** Index of the serial number in SOA data: it counts changes and is not part of the state. */
const SERIAL = 2;

/** The records of a name, without TTLs, signatures and serial numbers. */
export function dnsFacts({
  records,
  gaps,
  authenticated,
  validationFailed,
  types: asked,
}: Unjudged<typeof dns>): Facts {
  const gapParts = new Set(gaps.map(({ part }) => part));
  const isUnanswered = (type: string) => gapParts.has(type) || (asked !== null && !asked.includes(type));
  const rowsOf = new Map(records.map(({ recordName, data }) => [recordName, data]));
  const others = records.map(({ recordName }) => recordName).filter((type) => !listed.has(type));
  const known = new Map<string, FactValue>();
  const note = (type: string, path: string): void => {
    if (isUnanswered(type)) return;
    const rows = rowsOf.get(type);
    known.set(path, rows === undefined ? NONE : setOf(rows.map((row) => recordOf(type, row))));
  };
  for (const [type, path] of comparedPaths) note(type, path);
  for (const type of new Set(others)) note(type, pathOf(type));
  if (validationFailed) known.set('dnssec', 'failed');
  else if (gaps.length === 0) known.set('dnssec', authenticated ? 'validated' : 'not validated');
  return known;
}

const NONE: readonly string[] = [];

const pathOf = (type: string) => `records/${type}`;
const comparedPaths = comparedTypes.map((type) => [type, pathOf(type)] as const);
const listed = new Set<string>([...comparedTypes, ...movingTypes]);

/** Owner and data. The owner's name is compared without regard to case (RFC 4343). */
function recordOf(type: string, row: readonly string[]): string {
  const [name = '', ...fields] = row.slice(0, -1);
  const kept = type === 'SOA' ? fields.filter((_, index) => index !== SERIAL) : fields;
  return [name.toLowerCase(), ...kept].join(' ');
}
