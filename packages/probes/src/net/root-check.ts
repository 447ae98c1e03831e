import { withDeadline } from '../async/deadline.ts';
import { askServer } from './ask-server.ts';
import { rcodes } from './dns-reply.ts';
import type { DnsQuestion } from './net.ts';
import type { ResolverAddress } from './settings.ts';
import type { UdpExchange } from './udp-exchange.ts';

/** Tells a name that does not exist from a resolver that knows no name at all. */
export interface RootCheck {
  /**
   * True when the resolver says that the root of the DNS does not exist: what it says of any other name is no statement
   * of the public DNS. Asked once and remembered; false where that could not be found out.
   */
  deniesRoot(server: ResolverAddress): Promise<boolean>;
}

/** The name servers of the root: every resolver of the public DNS has them in its cache (RFC 8109). */
const controlQuestion: DnsQuestion = { name: '.', type: 2 };
const TIMEOUT_MS = 1500;
/** A machine that was cut off may be connected again at any time, and what knows the root rarely forgets it. */
const DENIAL_REMEMBERED_MS = 30_000;
const REMEMBERED_MS = 600_000;

/** @param closing ends a question under way. @param now milliseconds of a clock that never goes back. */
export function createRootCheck(
  udp: UdpExchange,
  closing: AbortSignal,
  now: () => number = () => performance.now(),
): RootCheck {
  const known = new Map<ResolverAddress, { readonly isDenied: Promise<boolean>; untilMs: number }>();
  return {
    deniesRoot(server) {
      const before = known.get(server);
      if (before !== undefined && now() < before.untilMs) return before.isDenied;
      const isDenied = isRootDenied(udp, server, closing);
      const entry = { isDenied, untilMs: Number.POSITIVE_INFINITY };
      known.set(server, entry);
      isDenied.then((denied) => {
        entry.untilMs = now() + (denied ? DENIAL_REMEMBERED_MS : REMEMBERED_MS);
      });
      return isDenied;
    },
  };
}

/** Never rejects: silence and failures say nothing about what the resolver knows. */
async function isRootDenied(udp: UdpExchange, server: ResolverAddress, closing: AbortSignal): Promise<boolean> {
  const attempt = { question: controlQuestion, server, hasEdns: true, onHeard: () => {}, onUnreadable: () => {} };
  try {
    const deadline = { timeoutMs: TIMEOUT_MS, what: `the root at ${server.address}` };
    const { message } = await withDeadline(deadline, [closing], (signal) => askServer(udp, attempt, signal));
    return message.rcode === rcodes.nxDomain;
  } catch {
    return false;
  }
}
