import { encodeQuery } from '../../protocols/dns-message/encode.ts';
import { HEADER_OCTETS } from '../../protocols/dns-message/header.ts';

const MAX_NAME_OCTETS = 255;
const MAX_LABEL_OCTETS = 63;
const DOT = 0x2e;
/** Header, question (name, type, class) and OPT record. */
export const MAX_QUERY_BYTES = HEADER_OCTETS + MAX_NAME_OCTETS + 4 + 11;

/** Passes every path without fragmentation (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1232;

/**
 * The queries of one type for names below one zone. The shared octets are encoded once, so writing a query copies only
 * about twenty.
 */
export interface QuestionTemplate {
  /** Writes the query for `prefix` and the zone. Returns its end, or -1 when no such name can exist. */
  write(target: Buffer, offset: number, id: number, prefix: string): number;
  /** True when the question at `offset` is the one for `prefix`, in any case (RFC 4343). */
  isAskedIn(message: Buffer, offset: number, prefix: string): boolean;
}

/** @throws DnsFormatError when `zone` is not a domain name. */
export function createTemplate(zone: string, type: number, hasEdns: boolean): QuestionTemplate {
  const query = encodeQuery({
    id: 0,
    name: zone.toLowerCase(),
    type,
    isRecursionDesired: true,
    isCheckingDisabled: false,
    edns: hasEdns ? { udpPayloadSizeBytes: UDP_PAYLOAD_BYTES, isDnssecOk: false } : null,
  });
  const head = query.subarray(0, HEADER_OCTETS);
  const tail = query.subarray(HEADER_OCTETS);
  const optOctets = hasEdns ? 11 : 0;
  const questionTail = tail.subarray(0, tail.length - optOctets);
  const maxPrefixOctets = MAX_NAME_OCTETS - (questionTail.length - 4);
  return {
    write: (target, offset, id, prefix) => {
      target.set(head, offset);
      target[offset] = id >>> 8;
      target[offset + 1] = id & 0xff;
      if (prefix.length + 1 > maxPrefixOctets) return -1;
      const end = writeLabels(target, offset + HEADER_OCTETS, prefix);
      if (end === -1) return -1;
      target.set(tail, end);
      return end + tail.length;
    },
    isAskedIn: (message, offset, prefix) => {
      const end = endOfLabels(message, offset, prefix);
      return end !== -1 && hasTail(message, end, questionTail);
    },
  };
}

/** Writes `a.b` as two labels. Returns -1 for an empty label, one over 63 octets, or a character outside ASCII. */
function writeLabels(target: Buffer, offset: number, prefix: string): number {
  let lengthAt = offset;
  let at = offset + 1;
  for (let index = 0; index <= prefix.length; index += 1) {
    const octet = index === prefix.length ? DOT : prefix.charCodeAt(index);
    if (octet !== DOT) {
      if (octet > 0x7e || octet <= 0x20) return -1;
      target[at] = octet;
      at += 1;
      continue;
    }
    const length = at - lengthAt - 1;
    if (length < 1 || length > MAX_LABEL_OCTETS) return -1;
    target[lengthAt] = length;
    lengthAt = at;
    at += 1;
  }
  return lengthAt;
}

function endOfLabels(message: Buffer, offset: number, prefix: string): number {
  let lengthAt = offset;
  let at = offset + 1;
  for (let index = 0; index <= prefix.length; index += 1) {
    const octet = index === prefix.length ? DOT : prefix.charCodeAt(index);
    if (octet !== DOT) {
      if (lowerCase(message[at]) !== lowerCase(octet)) return -1;
      at += 1;
      continue;
    }
    if (message[lengthAt] !== at - lengthAt - 1) return -1;
    lengthAt = at;
    at += 1;
  }
  return lengthAt;
}

function hasTail(message: Buffer, offset: number, tail: Uint8Array): boolean {
  for (let index = 0; index < tail.length; index += 1) {
    const octet = message[offset + index];
    if (octet !== tail[index] && lowerCase(octet) !== tail[index]) return false;
  }
  return true;
}

/** Leaves length octets unchanged: they are at most 63, below the letters. */
function lowerCase(octet: number | undefined): number | undefined {
  return octet !== undefined && octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet;
}
