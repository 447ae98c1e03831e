import { withDeadline } from '../../async/deadline.ts';
import type { ResolverAddress } from '../settings.ts';
import { askByUdp, type Resolvers } from './attempts.ts';
import { rcodes } from './dns-reply.ts';
import { rootQuestion } from './query.ts';
import type { UdpSockets } from './udp-sockets.ts';

const TIMEOUT_MS = 1500;
/** A machine that was cut off may be reconnected at any time, and a resolver that knows the root rarely forgets it. */
const DENIAL_REMEMBERED_MS = 30_000;
const REMEMBERED_MS = 600_000;

/**
 * Distinguishes a name that does not exist from a resolver that cannot resolve anything. Each resolver is asked once and
 * its answer remembered; false if it could not be determined.
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
    void isDenied.then((denied) => {
      entry.untilMs = now() + (denied ? DENIAL_REMEMBERED_MS : REMEMBERED_MS);
    });
    return isDenied;
  };
}

/** Never rejects: silence and failures reveal nothing about whether the resolver knows the root. */
async function isRootDenied(udp: UdpSockets, server: ResolverAddress, closing: AbortSignal): Promise<boolean> {
  const attempt = { question: rootQuestion, server, hasEdns: true, onMessage: () => {}, onUnreadable: () => {} };
  try {
    const deadline = { timeoutMs: TIMEOUT_MS, what: `the root at ${server.address}` };
    const { message } = await withDeadline(deadline, [closing], (signal) => askByUdp(udp, attempt, signal));
    return message.rcode === rcodes.nxDomain;
  } catch {
    return false;
  }
}
