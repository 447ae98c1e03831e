import { withDeadline } from '../../async/deadline.ts';
import { firstInTurn } from '../../async/first-in-turn.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import { NetFailure, ReplyFailure } from '../net.ts';
import type { ResolverAddress } from '../settings.ts';
import { askByUdp, type Resolvers } from './attempts.ts';
import { rootQuestion } from './query.ts';
import type { UdpSockets } from './udp-sockets.ts';

/** For all repetitions together. */
const TIMEOUT_MS = 3000;
/** How long a datagram may be silent before the question is repeated alongside it: one lost packet says nothing. */
const HEAD_STARTS_MS = [700, 700, TIMEOUT_MS];
/** A machine that was cut off may be reconnected at any time, and a resolver that knows the root rarely forgets it. */
const DENIAL_REMEMBERED_MS = 30_000;
const REMEMBERED_MS = 600_000;

/**
 * Distinguishes a name that does not exist from a resolver that cannot resolve anything. Each resolver is asked once and
 * its answer remembered; what could not be determined is a failure, and is asked again for the next name.
 * @param closing ends a question in flight
 * @param now milliseconds of a monotonic clock
 */
export function createRootCheck(
  udp: UdpSockets,
  closing: AbortSignal,
  now: () => number = () => performance.now(),
): Resolvers['deniesRoot'] {
  const known = new Map<ResolverAddress, { readonly isDenied: Promise<boolean>; untilMs: number }>();
  return (server) => {
    const before = known.get(server);
    if (before !== undefined && now() < before.untilMs) return before.isDenied;
    const isDenied = isRootDenied(udp, server, closing);
    const entry = { isDenied, untilMs: Number.POSITIVE_INFINITY };
    known.set(server, entry);
    isDenied.then(
      (denied) => {
        entry.untilMs = now() + (denied ? DENIAL_REMEMBERED_MS : REMEMBERED_MS);
      },
      () => known.delete(server),
    );
    return isDenied;
  };
}

/**
 * Whether the resolver answers that the root does not exist. One that refuses the question does not deny it.
 * @throws NetFailure if it does not answer, or fails to resolve the root
 */
async function isRootDenied(udp: UdpSockets, server: ResolverAddress, closing: AbortSignal): Promise<boolean> {
  const attempt = { question: rootQuestion, server, hasEdns: true, onMessage: () => {}, onUnreadable: () => {} };
  const what = `the root at ${server.address}`;
  let failure: unknown = new NetFailure('timeout', `${what}: no answer`);
  const start = async (signal: AbortSignal) => {
    try {
      return (await askByUdp(udp, attempt, signal)).message.rcode;
    } catch (error) {
      if (error instanceof ReplyFailure && error.reason !== 'servfail') return error.reply.rcode;
      if (!signal.aborted) failure = error;
      throw error;
    }
  };
  const attempts = HEAD_STARTS_MS.map((headStartMs) => ({ headStartMs, start, onHeadStartOver: () => {} }));
  const rcode = await withDeadline({ timeoutMs: TIMEOUT_MS, what }, [closing], (signal) =>
    firstInTurn(attempts, signal),
  );
  if (rcode === null) throw failure;
  return rcode === rcodes.nxDomain;
}
