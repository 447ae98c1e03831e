import { type DecodeOptions, decodeMessage } from '../../protocols/dns-message/decode.ts';
import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';
import { peekHeader, rcodes } from '../../protocols/dns-message/header.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';

const HEADER_BYTES = 12;
/** Type and class, after the name of a question. */
const TYPE_AND_CLASS_BYTES = 4;

/**
 * True when a message answers our query: same id, a response to a standard query, with exactly our question in it. Compares
 * the wire form, letters in any case, and so works before anything else is decoded.
 */
export function isReplyTo(query: Buffer, reply: Buffer): boolean {
  if (!hasSameId(query, reply)) return false;
  const { isResponse, opcode, questionCount } = peekHeader(reply);
  if (!isResponse || opcode !== 0 || questionCount !== 1) return false;
  const nameEnd = endOfName(query);
  const questionEnd = nameEnd + TYPE_AND_CLASS_BYTES;
  if (reply.length < questionEnd) return false;
  // Nearly every server sends the question back as it came.
  if (reply.compare(query, HEADER_BYTES, questionEnd, HEADER_BYTES, questionEnd) === 0) return true;
  return (
    lowerCase(reply.subarray(HEADER_BYTES, nameEnd)).equals(lowerCase(query.subarray(HEADER_BYTES, nameEnd))) &&
    reply.subarray(nameEnd, questionEnd).equals(query.subarray(nameEnd, questionEnd))
  );
}

/**
 * True for a bare header with FORMERR or NOTIMP: servers older than EDNS(0) return it, without the question, when they
 * encounter an OPT record (RFC 6891 section 7).
 */
export function isBareRefusal(query: Buffer, reply: Buffer): boolean {
  if (reply.length !== HEADER_BYTES || !hasSameId(query, reply)) return false;
  const { isResponse, rcode } = peekHeader(reply);
  return isResponse && (rcode === rcodes.formErr || rcode === rcodes.notImp);
}

/** Decodes a reply; null if it is malformed. If it was truncated inside a record, only header and question are decoded. */
export function decodeReply(reply: Buffer, options: DecodeOptions = {}): DnsMessage | null {
  try {
    return decodeMessage(reply, options);
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    return peekHeader(reply).isTruncated ? decodeHead(reply) : null;
  }
}

/** Some servers cut at the size limit instead of before a record; the reply is requested again by TCP anyway. */
function decodeHead(reply: Buffer): DnsMessage | null {
  const head = Buffer.from(reply);
  head.fill(0, 6, HEADER_BYTES);
  try {
    return decodeMessage(head.subarray(0, endOfName(head) + TYPE_AND_CLASS_BYTES));
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    return null;
  }
}

function hasSameId(query: Buffer, reply: Buffer): boolean {
  return reply.length >= HEADER_BYTES && reply.readUInt16BE(0) === query.readUInt16BE(0);
}

/** End of the question's name, which is never compressed: there is no earlier name to point to. */
function endOfName(message: Buffer): number {
  let offset = HEADER_BYTES;
  while (offset < message.length && message[offset] !== 0) offset += 1 + (message[offset] ?? 0);
  return offset + 1;
}

/** Leaves length octets unchanged: they are at most 63, below the letters. */
function lowerCase(name: Buffer): Buffer {
  return name.map((octet) => (octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet)) as Buffer;
}
