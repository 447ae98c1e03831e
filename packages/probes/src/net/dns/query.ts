import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';
import { encodeQuery } from '../../protocols/dns-message/encode.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { type DnsQuestion, NetFailure, ReplyFailure } from '../net.ts';
import { rcodes } from './dns-reply.ts';

/** What fits through every path without fragments (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1232;

/**
 * The query with id 0, to be overwritten.
 * @throws NetFailure `nxdomain` for a name without wire form, which cannot exist.
 */
export function encodeQuestion({ name, type, checkingDisabled = false }: DnsQuestion, hasEdns: boolean): Buffer {
  try {
    const bytes = encodeQuery({
      id: 0,
      name,
      type,
      isRecursionDesired: true,
      isCheckingDisabled: checkingDisabled,
      edns: hasEdns ? { udpPayloadSizeBytes: UDP_PAYLOAD_BYTES, isDnssecOk: true } : null,
    });
    return Buffer.from(bytes);
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    throw new NetFailure('nxdomain', 'the name has no wire form', { cause: error });
  }
}

/** Null for NOERROR and NXDOMAIN. */
export function failureOfRcode(reply: DnsMessage, what: string): NetFailure | null {
  switch (reply.rcode) {
    case rcodes.noError:
    case rcodes.nxDomain:
      return null;
    case rcodes.servFail:
      return new ReplyFailure('servfail', `${what}: SERVFAIL`, reply);
    case rcodes.refused:
      return new ReplyFailure('refused', `${what}: REFUSED`, reply);
    default:
      return new ReplyFailure('invalid-response', `${what}: RCODE ${reply.rcode}`, reply);
  }
}

/**
 * The question that every resolver answers at once, independent of the servers of other zones: it knows the name servers of
 * the root in its cache, or says that it does not know them (RFC 9609). Where it is answered and other questions are
 * not, the resolver is well; where it is answered with NXDOMAIN, the resolver has no way to the public DNS.
 */
export const rootQuestion: DnsQuestion = { name: '.', type: 2 };

/** The root question with an id, for bulk queries, which go without EDNS where nothing else is known. */
export function encodeRootQuestion(id: number): Buffer {
  const query = encodeQuestion(rootQuestion, false);
  query.writeUInt16BE(id, 0);
  return query;
}
