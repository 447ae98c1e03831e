import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';
import { encodeQuery } from '../../protocols/dns-message/encode.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { type DnsQuestion, NetFailure, ReplyFailure } from '../net.ts';

/** Passes every path without fragmentation (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1232;

/**
 * The query with id 0, which the caller overwrites.
 * @throws NetFailure `nxdomain` for a name that cannot be encoded, and so cannot exist
 */
export function encodeQuestion({ name, type, checkingDisabled = false }: DnsQuestion, hasEdns: boolean): Buffer {
  try {
    return encodeQuery({
      id: 0,
      name,
      type,
      isRecursionDesired: true,
      isCheckingDisabled: checkingDisabled,
      edns: hasEdns ? { udpPayloadSizeBytes: UDP_PAYLOAD_BYTES, isDnssecOk: true } : null,
    });
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
    case rcodes.notImp:
      return new ReplyFailure('not-implemented', `${what}: NOTIMP`, reply);
    default:
      return new ReplyFailure('error-code', `${what}: RCODE ${reply.rcode}`, reply);
  }
}

/**
 * A question that every resolver answers at once, independent of other zones' servers: the root name servers are in its
 * cache, or it answers that it does not know them (RFC 9609). If it is answered while other questions are not, the
 * resolver works; if the answer is NXDOMAIN, the resolver is cut off from the public DNS.
 */
export const rootQuestion: DnsQuestion = { name: '.', type: 2 };

/** The root question with an id, for bulk queries: without EDNS, which the resolver may not support. */
export function encodeRootQuestion(id: number): Buffer {
  const query = encodeQuestion(rootQuestion, false);
  query.writeUInt16BE(id, 0);
  return query;
}
