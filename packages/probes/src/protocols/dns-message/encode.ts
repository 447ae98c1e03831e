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
export function encodeQuery({ id, name, type, isRecursionDesired, isCheckingDisabled, edns }: Query): Uint8Array {
  const wireName = wireOf(name);
  const questionEnd = HEADER_OCTETS + wireName.length + 4;
  const options = edns?.options ?? [];
  const optionOctets = options.reduce((sum, { octets }) => sum + OPTION_HEAD_OCTETS + octets.length, 0);
  const bytes = new Uint8Array(questionEnd + (edns === null ? 0 : OPT_OCTETS + optionOctets));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, id);
  view.setUint16(2, (isRecursionDesired ? 0x0100 : 0) | (isCheckingDisabled ? 0x0010 : 0));
  view.setUint16(4, 1);
  view.setUint16(10, edns === null ? 0 : 1);
  bytes.set(wireName, HEADER_OCTETS);
  view.setUint16(questionEnd - 4, type);
  view.setUint16(questionEnd - 2, CLASS_IN);
  if (edns !== null) {
    // Root as owner name, then the type; class and TTL contain payload size and flags (RFC 6891 section 6.1.2).
    view.setUint16(questionEnd + 1, TYPE_OPT);
    view.setUint16(questionEnd + 3, edns.udpPayloadSizeBytes);
    view.setUint32(questionEnd + 5, edns.isDnssecOk ? 0x8000 : 0);
    view.setUint16(questionEnd + 9, optionOctets);
    writeOptions(view, questionEnd + OPT_OCTETS, options);
  }
  return bytes;
}

let latest = { name: '.', wire: nameToWire('.') };

/** A lookup asks for forty types of one name, one right after the other. */
function wireOf(name: string): Uint8Array {
  if (latest.name !== name) latest = { name, wire: nameToWire(name) };
  return latest.wire;
}

function writeOptions(view: DataView, start: number, options: readonly EdnsOption[]): void {
  let offset = start;
  for (const { code, octets } of options) {
    view.setUint16(offset, code);
    view.setUint16(offset + 2, octets.length);
    for (const [index, octet] of octets.entries()) view.setUint8(offset + OPTION_HEAD_OCTETS + index, octet);
    offset += OPTION_HEAD_OCTETS + octets.length;
  }
}
