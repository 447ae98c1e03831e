import { HEADER_OCTETS } from './header.ts';
import type { EdnsOption } from './message.ts';
import { nameToWire } from './name.ts';

/** The content and flags of a query (RFC 1035 section 4.1, RFC 4035 section 3.2, RFC 6891). */
export interface Query {
  readonly id: number;
  /** Presentation form; the final dot may be left out, root is `.`. */
  readonly name: string;
  readonly type: number;
  readonly isRecursionDesired: boolean;
  readonly isCheckingDisabled: boolean;
  /** The OPT record to send, or null for a plain RFC 1035 query. */
  readonly edns: {
    readonly udpPayloadSizeBytes: number;
    readonly isDnssecOk: boolean;
    /** Options to send; an empty one often asks the server for its own (RFC 5001, RFC 7314). */
    readonly options?: readonly EdnsOption[];
  } | null;
}

const OPT_OCTETS = 11;
const CLASS_IN = 1;
const TYPE_OPT = 41;
const OPTION_HEAD_OCTETS = 4;

/**
 * The wire form of a query with one question of class IN.
 * @throws DnsFormatError if `name` is not a domain name (a label over 63 octets, a name over 255, a bad escape).
 */
export function encodeQuery({ id, name, type, isRecursionDesired, isCheckingDisabled, edns }: Query): Buffer {
  const wireName = wireOf(name);
  const questionEnd = HEADER_OCTETS + wireName.length + 4;
  const options = edns?.options ?? [];
  const optionOctets = options.reduce((sum, { octets }) => sum + OPTION_HEAD_OCTETS + octets.length, 0);
  // From Buffer's pool: a typed array with an array buffer of its own takes longer than all that is written into it.
  const query = Buffer.allocUnsafe(questionEnd + (edns === null ? 0 : OPT_OCTETS + optionOctets)).fill(0);
  query.writeUInt16BE(id, 0);
  query.writeUInt16BE((isRecursionDesired ? 0x0100 : 0) | (isCheckingDisabled ? 0x0010 : 0), 2);
  query.writeUInt16BE(1, 4);
  query.writeUInt16BE(edns === null ? 0 : 1, 10);
  query.set(wireName, HEADER_OCTETS);
  query.writeUInt16BE(type, questionEnd - 4);
  query.writeUInt16BE(CLASS_IN, questionEnd - 2);
  if (edns !== null) {
    // Root as owner name, then the type; class and TTL contain payload size and flags (RFC 6891 section 6.1.2).
    query.writeUInt16BE(TYPE_OPT, questionEnd + 1);
    query.writeUInt16BE(edns.udpPayloadSizeBytes, questionEnd + 3);
    query.writeUInt32BE(edns.isDnssecOk ? 0x8000 : 0, questionEnd + 5);
    query.writeUInt16BE(optionOctets, questionEnd + 9);
    writeOptions(query, questionEnd + OPT_OCTETS, options);
  }
  return query;
}

let latest = { name: '.', wire: nameToWire('.') };

/** A lookup asks for forty types of one name, one right after the other. */
function wireOf(name: string): Uint8Array {
  if (latest.name !== name) latest = { name, wire: nameToWire(name) };
  return latest.wire;
}

function writeOptions(query: Buffer, start: number, options: readonly EdnsOption[]): void {
  let offset = start;
  for (const { code, octets } of options) {
    query.writeUInt16BE(code, offset);
    query.writeUInt16BE(octets.length, offset + 2);
    query.set(octets, offset + OPTION_HEAD_OCTETS);
    offset += OPTION_HEAD_OCTETS + octets.length;
  }
}
