import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';
import { encodeQuery } from '../../protocols/dns-message/encode.ts';
import { type DnsReply, NetFailure, type ServerQuestion } from '../net.ts';
import { decodeReply, isReplyTo } from './dns-reply.ts';
import { failureOfRcode } from './query.ts';

/** Milliseconds for one question on an open connection. */
export const ANSWER_TIMEOUT_MS = 4000;
/** The largest DNS message (RFC 1035 section 4.2.2, RFC 8484 section 6). */
export const MAX_MESSAGE_BYTES = 65_535;
/** Streams are not fragmented, but the OPT record has to state a size all the same. */
const PAYLOAD_BYTES = 4096;

/**
 * Encodes the query for a stream.
 * @throws NetFailure `nxdomain` for a name that cannot be encoded, and so cannot exist
 */
export function encodeServerQuery(
  { name, type, checkingDisabled = false, options = [] }: ServerQuestion,
  id: number,
): Buffer {
  try {
    const edns = { udpPayloadSizeBytes: PAYLOAD_BYTES, isDnssecOk: true, options };
    const flags = { isRecursionDesired: true, isCheckingDisabled: checkingDisabled };
    return encodeQuery({ id, name, type, ...flags, edns });
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    throw new NetFailure('nxdomain', 'the name has no wire form', { cause: error });
  }
}

/**
 * Reads the answer from a reply on a stream.
 * @throws NetFailure `invalid-response`, ReplyFailure
 */
export function readServerReply(
  query: Buffer,
  reply: Buffer,
  from: Pick<DnsReply, 'resolver' | 'transport'>,
  { name, type }: ServerQuestion,
): DnsReply {
  const what = `${name} type ${type} at ${from.resolver}`;
  const message = isReplyTo(query, reply) ? decodeReply(reply, { keepEdns: true }) : null;
  if (message === null) throw new NetFailure('invalid-response', `${what}: not a reply to the question`);
  const failure = failureOfRcode(message, what);
  if (failure !== null) throw failure;
  return { message, ...from, isPartial: message.isTruncated };
}
