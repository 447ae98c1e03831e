import { HEADER_OCTETS } from './header.ts';
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
    /** Asks the server for its identifier (RFC 5001). */
    readonly asksForNsid?: boolean;
  } | null;
}

const OPT_OCTETS = 11;
const CLASS_IN = 1;
const TYPE_OPT = 41;
const OPTION_NSID = 3;
const EMPTY_OPTION_OCTETS = 4;

/**
 * The wire form of a query with one question of class IN.
 * @throws DnsFormatError if `name` is not a domain name (a label over 63 octets, a name over 255, a bad escape).
 */
export function encodeQuery({ id, name, type, isRecursionDesired, isCheckingDisabled, edns }: Query): Uint8Array {
  const wireName = nameToWire(name);
  const questionEnd = HEADER_OCTETS + wireName.length + 4;
  const optionOctets = edns?.asksForNsid ? EMPTY_OPTION_OCTETS : 0;
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
    if (optionOctets > 0) view.setUint16(questionEnd + OPT_OCTETS, OPTION_NSID);
  }
  return bytes;
}
