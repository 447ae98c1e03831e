import type { Reading } from '../../../reading.ts';
import { shortName } from '../../../text/distinguished-name.ts';
import { formatUtc } from '../../../text/format-utc.ts';
import { knownWord } from '../../../text/known-word.ts';
import type { AddressProblem } from '../../../tls/served.ts';
import type { ssl } from '../contract.ts';
import { reasonNames, sslTexts } from './words.ts';

type Answer = Reading<typeof ssl.answer>;
type Address = Answer['addresses'][number];
type Certificate = Answer['servedCertificates'][number];

export const servedColumns = ['Address', 'Client', 'Status', 'Certificate', 'Valid Until', 'Protocol'];

/**
 * The rows of the addresses table, also for exports: one for each address, and one for each kind of client that is served
 * another certificate there.
 */
export function servedRows(addresses: readonly Address[], certificates: readonly Certificate[]): string[][] {
  const byNumber = (number: number | null) => certificates.find((one) => one.number === number) ?? null;
  return addresses.flatMap((row) => {
    const { address, protocol, problem, otherCertificates, certificateWithoutName, refusesWithoutName } = row;
    const current = byNumber(row.certificate);
    const line = (client: string, number: number) => [address, client, ...certificateCells(byNumber(number)), ''];
    return [
      [address, 'current', ...certificateCells(current, problem), protocol ?? sslTexts.missing],
      ...otherCertificates.map((number) => line(otherClient(byNumber(number), current), number)),
      ...(certificateWithoutName === null ? [] : [line(NAMELESS, certificateWithoutName)]),
      ...(refusesWithoutName ? [[address, NAMELESS, 'Refused', '', '', '']] : []),
    ];
  });
}

const NAMELESS = 'without server name';

/** Which clients are served another certificate than current clients. */
function otherClient(certificate: Certificate | null, current: Certificate | null): string {
  const type = certificate?.key?.type;
  return type === undefined || type === current?.key?.type ? 'in some handshakes' : `${type} only`;
}

/** The cells for status, certificate, and expiry. */
function certificateCells(certificate: Certificate | null, problem: Address['problem'] = null): string[] {
  if (certificate === null) return [missing(problem), sslTexts.missing, sslTexts.missing];
  const { number, subject, key, validUntil, valid, reasons } = certificate;
  const name = subject === null ? sslTexts.missing : shortName(subject);
  return [
    valid ? sslTexts.secure : reasons.map((reason) => knownWord(reasonNames, reason, reason)).join(', '),
    `${number}: ${name}${key === null ? '' : ` (${key.type})`}`,
    validUntil === null ? sslTexts.missing : formatUtc(validUntil),
  ];
}

function missing(problem: Address['problem']): string {
  return problem === null ? sslTexts.missing : knownWord(problemTexts, problem, problem);
}

const problemTexts: Readonly<Record<AddressProblem, string>> = {
  'connection-refused': 'Port closed',
  unreachable: 'Not reachable from here',
  reset: 'Connection reset',
  timeout: 'No answer in time',
  'not-tls': 'No TLS',
  'handshake-failed': 'Handshake refused',
  'unrecognized-name': 'Name not served',
  'invalid-response': 'Violates the TLS protocol',
  'too-large': 'Response too large',
  unread: 'Certificate not readable',
  limited: 'Checked too often recently',
  not_asked: 'Not checked',
};
