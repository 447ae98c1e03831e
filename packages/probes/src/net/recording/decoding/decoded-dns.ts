import { rcodeName } from '@sonde/contract/dns/rcode-name';
import type { DecodedMessage } from '@sonde/contract/evidence/evidence';
import { decodeMessage } from '../../../protocols/dns-message/decode.ts';
import { DnsFormatError } from '../../../protocols/dns-message/dns-format-error.ts';
import type { DnsMessage, ResourceRecord } from '../../../protocols/dns-message/message.ts';
import { typeMnemonic } from '../../../protocols/dns-message/record-types.ts';
import type { DecodablePiece } from './decodable-piece.ts';

const LENGTH_OCTETS = 2;
/** Limit per message: a large one may have hundreds of records. All of them are in the octets. */
const MAX_LINES = 100;

/** Decodes the DNS messages of an exchange. In a stream, each is preceded by its length (RFC 1035 section 4.2.2). */
export function decodedDns(pieces: readonly DecodablePiece[], isStream: boolean): DecodedMessage[] {
  if (!isStream) return pieces.flatMap(({ direction, octets }) => messageOf(direction, octets));
  const rest = { out: new Uint8Array(), in: new Uint8Array() };
  return pieces.flatMap(({ direction, octets }) => {
    const found: DecodedMessage[] = [];
    let left = Buffer.concat([rest[direction], octets]);
    while (left.length >= LENGTH_OCTETS && left.length >= LENGTH_OCTETS + left.readUInt16BE(0)) {
      const end = LENGTH_OCTETS + left.readUInt16BE(0);
      found.push(...messageOf(direction, left.subarray(LENGTH_OCTETS, end)));
      left = left.subarray(end);
    }
    rest[direction] = left;
    return found;
  });
}

function messageOf(direction: 'out' | 'in', octets: Uint8Array): DecodedMessage[] {
  try {
    const message = decodeMessage(octets, { keepEdns: true });
    return [{ direction, title: titleOf(message), lines: linesOf(message) }];
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    return octets.length === 0 ? [] : [{ direction, title: 'Not a well-formed DNS message', lines: [] }];
  }
}

function titleOf({ isResponse, rcode, answers }: DnsMessage): string {
  if (!isResponse) return 'Question';
  const count = answers.length === 1 ? '1 record' : `${answers.length} records`;
  return `Answer: ${rcodeName(rcode)}, ${count}`;
}

function linesOf(message: DnsMessage): string[] {
  const { id, questions, answers, authorities, additionals } = message;
  const lines = [
    `id ${id}, flags: ${flagsOf(message).join(' ') || 'none'}`,
    ...questions.map(({ name, type }) => `question: ${absolute(name)} ${typeMnemonic(type)}`),
    ...answers.map((record) => lineOf('answer', record)),
    ...authorities.map((record) => lineOf('authority', record)),
    ...additionals.map((record) => lineOf('additional', record)),
    ...ednsOf(message),
  ];
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES), `${lines.length - MAX_LINES} more lines`];
}

const flagNames = [
  ['isAuthoritative', 'aa'],
  ['isTruncated', 'tc'],
  ['isRecursionDesired', 'rd'],
  ['isRecursionAvailable', 'ra'],
  ['isAuthenticated', 'ad'],
  ['isCheckingDisabled', 'cd'],
] as const;

const flagsOf = (message: DnsMessage): string[] => flagNames.filter(([flag]) => message[flag]).map(([, name]) => name);

function lineOf(section: string, { name, type, ttlSeconds, fields }: ResourceRecord): string {
  return `${section}: ${absolute(name)} ${ttlSeconds} IN ${typeMnemonic(type)} ${fields.filter(Boolean).join(' ')}`;
}

function ednsOf({ edns }: DnsMessage): string[] {
  if (edns === null || edns === undefined) return [];
  const wish = edns.isDnssecOk ? ', DNSSEC OK' : '';
  const codes = edns.options.map(({ code, octets }) => `, option ${code} with ${octets.length} octets`);
  return [`EDNS version ${edns.version}, at most ${edns.udpPayloadBytes} octets by UDP${wish}${codes.join('')}`];
}

const absolute = (name: string) => (name === '.' || name.endsWith('.') ? name : `${name}.`);
