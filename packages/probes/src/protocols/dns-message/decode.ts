import { DnsFormatError } from './dns-format-error.ts';
import { HEADER_OCTETS, type MessageHeader, peekHeader } from './header.ts';
import type { DnsMessage, Edns, EdnsOption, Question, ResourceRecord } from './message.ts';
import { readName } from './name.ts';
import { canonicalRdata } from './rdata/canonical-rdata.ts';
import { type MessageReader, octetsLeft, readerOf, readRest, readUint16, readUint32, take } from './reader.ts';
import { rdataFields } from './record-types.ts';

const MAX_MESSAGE_OCTETS = 65_535;
/** The smallest record: root as owner, type, class, TTL and RDLENGTH. The smallest question: root, type and class. */
const MIN_RECORD_OCTETS = 11;
const MIN_QUESTION_OCTETS = 5;
const CLASS_IN = 1;
const TYPE_OPT = 41;

/** A record whose RDATA has not been decoded. */
export interface Frame {
  readonly name: string;
  readonly type: number;
  readonly class: number;
  readonly ttl: number;
  readonly rdata: MessageReader;
}

export interface DecodeOptions {
  /** Keeps the canonical octets of every RDATA and the content of the OPT record, for DNSSEC validation. */
  readonly keepOctets?: boolean;
  /** Keeps only the content of the OPT record. */
  readonly keepEdns?: boolean;
}

/**
 * Reads one message of at most 65,535 bytes (without the length prefix of TCP). Records of classes other than IN are left
 * out, and so is OPT, except for its extended RCODE. Bytes after the last record are ignored, as in BIND and Unbound. In a
 * message with the TC flag, reading ends at the first incomplete record (RFC 2181 section 9); complete records before it
 * are returned.
 * @throws DnsFormatError for anything that is not a well-formed message.
 */
export function decodeMessage(bytes: Uint8Array, options: DecodeOptions = {}): DnsMessage {
  const { keepOctets = false, keepEdns = keepOctets } = options;
  if (bytes.length > MAX_MESSAGE_OCTETS) throw new DnsFormatError('longer than 65,535 octets');
  const header = peekHeader(bytes);
  const reader = readerOf(bytes);
  reader.offset = HEADER_OCTETS;
  const questions = readQuestions(reader, header.questionCount);
  const { answers, authorities, additionals } = readSections(reader, header);
  const opt = optOf([...answers, ...authorities], additionals);
  // Written out: a spread would take longer than the rest of decoding a short message.
  return {
    id: header.id,
    isResponse: header.isResponse,
    opcode: header.opcode,
    isAuthoritative: header.isAuthoritative,
    isTruncated: header.isTruncated,
    isRecursionDesired: header.isRecursionDesired,
    isRecursionAvailable: header.isRecursionAvailable,
    isAuthenticated: header.isAuthenticated,
    isCheckingDisabled: header.isCheckingDisabled,
    rcode: opt === null ? header.rcode : ((opt.ttl >>> 24) << 4) | header.rcode,
    hasEdns: opt !== null,
    questions,
    answers: recordsOf(answers, keepOctets),
    authorities: recordsOf(authorities, keepOctets),
    additionals: recordsOf(additionals, keepOctets),
    ...(keepEdns ? { edns: opt === null ? null : ednsOf(opt) } : {}),
  };
}

/** Refuses an impossible count before anything is allocated for it. */
function checkCount(reader: MessageReader, count: number, minOctets: number): void {
  if (count * minOctets > octetsLeft(reader)) throw new DnsFormatError('more entries announced than there is room for');
}

export function readQuestions(reader: MessageReader, count: number): Question[] {
  checkCount(reader, count, MIN_QUESTION_OCTETS);
  const questions: Question[] = [];
  while (questions.length < count) {
    questions.push({ name: readName(reader, { mayPoint: true }), type: readUint16(reader), class: readUint16(reader) });
  }
  return questions;
}

interface Sections {
  readonly answers: Frame[];
  readonly authorities: Frame[];
  readonly additionals: Frame[];
}

function readSections(reader: MessageReader, header: MessageHeader): Sections {
  const { isTruncated, answerCount, authorityCount, additionalCount } = header;
  if (!isTruncated) checkCount(reader, answerCount + authorityCount + additionalCount, MIN_RECORD_OCTETS);
  const sections: Sections = { answers: [], authorities: [], additionals: [] };
  try {
    readFrames(reader, answerCount, sections.answers);
    readFrames(reader, authorityCount, sections.authorities);
    readFrames(reader, additionalCount, sections.additionals);
  } catch (error) {
    if (!(isTruncated && error instanceof DnsFormatError && error.isCut)) throw error;
  }
  return sections;
}

/** Adds to the list one by one, so that the records before a cut are kept. */
function readFrames(reader: MessageReader, count: number, frames: Frame[]): void {
  while (frames.length < count) frames.push(readFrame(reader));
}

export function readFrame(reader: MessageReader): Frame {
  return {
    name: readName(reader, { mayPoint: true }),
    type: readUint16(reader),
    class: readUint16(reader),
    ttl: readUint32(reader),
    rdata: take(reader, readUint16(reader)),
  };
}

/** The one OPT record (RFC 6891 section 6.1.1): more than one, or one elsewhere, is a format error. */
function optOf(others: readonly Frame[], additionals: readonly Frame[]): Frame | null {
  const [opt = null, second] = additionals.filter(({ type }) => type === TYPE_OPT);
  if (second !== undefined || others.some(({ type }) => type === TYPE_OPT))
    throw new DnsFormatError('a stray OPT record');
  if (opt === null) return null;
  if (opt.name !== '.') throw new DnsFormatError('an OPT record that has an owner');
  readOptions(opt.rdata);
  return opt;
}

/** Does not move the reader. */
function readOptions(from: MessageReader): EdnsOption[] {
  const rdata = { ...from };
  const options: EdnsOption[] = [];
  while (octetsLeft(rdata) > 0) {
    options.push({ code: readUint16(rdata), octets: readRest(take(rdata, readUint16(rdata))) });
  }
  return options;
}

/** RFC 6891 section 6.1.3: the class is the payload size, the TTL holds version and flags. */
function ednsOf({ ttl, class: udpPayloadBytes, rdata }: Frame): Edns {
  const isDnssecOk = (ttl & 0x8000) !== 0;
  return { version: (ttl >>> 16) & 0xff, isDnssecOk, udpPayloadBytes, options: readOptions(rdata) };
}

function recordsOf(frames: readonly Frame[], keepOctets: boolean): ResourceRecord[] {
  return frames
    .filter((frame) => frame.class === CLASS_IN && frame.type !== TYPE_OPT)
    .map(({ name, type, ttl, rdata }) => ({
      name,
      type,
      // RFC 2181 section 8: a TTL with the highest bit set counts as zero.
      ttlSeconds: ttl >= 0x8000_0000 ? 0 : ttl,
      ...(keepOctets ? { rdata: canonicalRdata(type, rdata) } : {}),
      fields: rdataFields(type, rdata),
    }));
}
