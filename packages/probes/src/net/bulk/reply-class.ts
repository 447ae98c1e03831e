import type { FailureReason } from '@sonde/contract/failure';
import { decodeMessage } from '../../protocols/dns-message/decode.ts';
import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';
import { HEADER_OCTETS, rcodes } from '../../protocols/dns-message/header.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import type { QuestionTemplate } from './question-template.ts';

/** The result of a question. */
export type Settlement =
  | { readonly kind: 'nothing' }
  /** No such name can exist, so it was not asked. */
  | { readonly kind: 'impossible' }
  | { readonly kind: 'answer'; readonly message: DnsMessage }
  | { readonly kind: 'failure'; readonly reason: FailureReason };

/** What a reply means; `no-edns`: the server does not support our OPT record (RFC 6891 section 7). */
export type BulkReplyClass = Settlement | { readonly kind: 'no-edns'; readonly reason: FailureReason };

const nothing: Settlement = { kind: 'nothing' };
export const impossible: Settlement = { kind: 'impossible' };
const servfail: Settlement = { kind: 'failure', reason: 'servfail' };
const refused: Settlement = { kind: 'failure', reason: 'refused' };
export const timedOut: Settlement = { kind: 'failure', reason: 'timeout' };
const unreadable: Settlement = { kind: 'failure', reason: 'invalid-response' };

/**
 * Per reply. No ordinary host has this many addresses, and a zone that returned the maximum for each of thousands of names
 * would use up time and memory.
 */
const MAX_RECORDS = 128;

const RESPONSE_AND_OPCODE = 0xf8;
const RESPONSE = 0x80;

/**
 * Classifies a reply, first by its RCODE: NXDOMAIN needs no decoding. Returns null for a message that does not answer this
 * question, which is ignored since it may be forged.
 */
export function classifyReply(reply: Buffer, template: QuestionTemplate, prefix: string): BulkReplyClass | null {
  if (reply.length < HEADER_OCTETS) return null;
  const flags = reply[2] ?? 0;
  const rcode = (reply[3] ?? 0) & 15;
  if ((flags & RESPONSE_AND_OPCODE) !== RESPONSE) return null;
  if (isBareRefusal(reply, rcode)) return noEdns(rcode);
  if (reply[4] !== 0 || reply[5] !== 1 || !template.isAskedIn(reply, HEADER_OCTETS, prefix)) return null;
  const hasAnswers = reply[6] !== 0 || reply[7] !== 0;
  // With answers present, NXDOMAIN is about the end of an alias (RFC 2308 section 2.1): the name itself exists.
  if (rcode === rcodes.nxDomain && !hasAnswers) return nothing;
  if (rcode === rcodes.noError || rcode === rcodes.nxDomain) return decoded(reply);
  if (rcode === rcodes.servFail) return servfail;
  if (rcode === rcodes.refused) return refused;
  if (rcode === rcodes.formErr || rcode === rcodes.notImp) return noEdns(rcode);
  return { kind: 'failure', reason: 'error-code' };
}

/** The reason is that of a server which refuses the question without an OPT record, too. */
function noEdns(rcode: number): BulkReplyClass {
  return { kind: 'no-edns', reason: rcode === rcodes.notImp ? 'not-implemented' : 'error-code' };
}

function isBareRefusal(reply: Buffer, rcode: number): boolean {
  return reply.length === HEADER_OCTETS && (rcode === rcodes.formErr || rcode === rcodes.notImp);
}

/** Decodes the answer section only; the sections after it are not needed. */
function decoded(reply: Buffer): Settlement {
  reply.writeUInt16BE(Math.min(reply.readUInt16BE(6), MAX_RECORDS), 6);
  reply.fill(0, 8, HEADER_OCTETS);
  try {
    return { kind: 'answer', message: decodeMessage(reply) };
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    return unreadable;
  }
}
