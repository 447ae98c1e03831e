import type { AddressProblem, ServedDifference } from '@sonde/contract';
import { formatUtc } from '../../ui/format-utc.ts';
import { knownWord } from '../known-word.ts';
import { shortName } from './distinguished-name.ts';
import type { FindingItem } from './finding-list.tsx';
import { reasonTexts } from './finding-texts.ts';
import type { SslAnswer } from './query.ts';
import { texts } from './texts.ts';

type Address = SslAnswer['addresses'][number];
type Certificate = SslAnswer['servedCertificates'][number];

export const servedTitles = ['Address', 'Client', 'Status', 'Certificate', 'Valid Until', 'Protocol'];

/** For the table, and for exports: a line for each address and each kind of client that gets something else there. */
export function servedRows(addresses: readonly Address[], certificates: readonly Certificate[]): string[][] {
  const byNumber = (number: number | null) => certificates.find((one) => one.number === number) ?? null;
  return addresses.flatMap((row) => {
    const { address, protocol, problem, otherCertificates, certificateWithoutName, refusesWithoutName } = row;
    const current = byNumber(row.certificate);
    const line = (client: string, number: number) => [address, client, ...certificateCells(byNumber(number)), ''];
    return [
      [address, 'current', ...certificateCells(current, problem), protocol ?? texts.missing],
      ...otherCertificates.map((number) => line(otherClient(byNumber(number), current), number)),
      ...(certificateWithoutName === null ? [] : [line(NAMELESS, certificateWithoutName)]),
      ...(refusesWithoutName ? [[address, NAMELESS, 'Refused', '', '', '']] : []),
    ];
  });
}

const NAMELESS = 'without server name';

/** Who gets another certificate than a current client does. */
function otherClient(certificate: Certificate | null, current: Certificate | null): string {
  const type = certificate?.key?.type;
  return type === undefined || type === current?.key?.type ? 'in some handshakes' : `${type} only`;
}

/** Status, certificate, and its end. */
function certificateCells(certificate: Certificate | null, problem: Address['problem'] = null): string[] {
  if (certificate === null) return [missing(problem), texts.missing, texts.missing];
  const { number, subject, key, validUntil, valid, reasons } = certificate;
  const name = subject === null ? texts.missing : shortName(subject);
  return [
    valid
      ? texts.secure
      : reasons
          .map((reason) => knownWord<{ readonly badge: string }>(reasonTexts, reason, { badge: reason }).badge)
          .join(', '),
    `${number}: ${name}${key === null ? '' : ` (${key.type})`}`,
    validUntil === null ? texts.missing : formatUtc(validUntil),
  ];
}

function missing(problem: Address['problem']): string {
  return problem === null ? texts.missing : knownWord(problemTexts, problem, problem);
}

const problemTexts: Readonly<Record<AddressProblem, string>> = {
  connection_refused: 'Port closed',
  unreachable: 'Not reachable from here',
  reset: 'Connection reset',
  timeout: 'No answer in time',
  not_tls: 'No TLS',
  handshake_failed: 'Handshake refused',
  unrecognized_name: 'Name not known there',
  invalid_response: 'Breaks the rules of TLS',
  too_large: 'Answer too large',
  unread: 'Certificate not readable',
  limited: 'Checked too often just now',
  not_asked: 'Not asked',
};

const differenceTexts: Readonly<Record<ServedDifference['name'], Pick<FindingItem, 'tone' | 'badge' | 'meaning'>>> = {
  ADDRESSES: {
    tone: 'warn',
    badge: 'Addresses differ',
    meaning: 'Which certificate a visitor gets depends on the address that the DNS gives out.',
  },
  KEY_TYPES: {
    tone: 'neutral',
    badge: 'Several keys',
    meaning: 'Older clients get another certificate than current ones. Both have to be renewed.',
  },
  SAME_KEY: {
    tone: 'warn',
    badge: 'Certificates vary',
    meaning: 'Which certificate a visitor gets depends on more than the address and the kind of key.',
  },
  NO_SERVER_NAME: {
    tone: 'neutral',
    badge: 'Without a name',
    meaning: 'Clients of today send the name of the server they want; very old ones do not.',
  },
  PROTOCOLS: {
    tone: 'warn',
    badge: 'Versions differ',
    meaning: 'The servers behind the addresses are not configured alike.',
  },
  NO_ANSWER: {
    tone: 'warn',
    badge: 'No certificate',
    meaning: 'What clients get there is not known, and not part of the judgement.',
  },
};

/** The differences in plain words. */
export function differenceItems(differences: SslAnswer['differences']): FindingItem[] {
  return differences.map(({ name, evidence }, index) => ({
    ...knownWord(differenceTexts, name, { tone: 'neutral', badge: name, meaning: '' }),
    name: `${name} ${index}`,
    evidence,
  }));
}
