import { parseAddress } from '../guard/ip-address.ts';
import type { GuardedAddress } from '../net.ts';

/** Spaces packets evenly. */
export interface Pacer {
  /** How packets to an address are scheduled. */
  to(address: GuardedAddress): Schedule;
}

/** Calls `send` when the packet may be sent, at once if nothing else is waiting. The returned function cancels it. */
export type Schedule = (send: () => void) => () => void;

/** Hundreds at once would queue in the system, and the queueing delay would be measured. */
const BETWEEN_PACKETS_MS = 1;
/** At most 20 a second to one network, over all visitors. */
const BETWEEN_PACKETS_TO_NETWORK_MS = 50;
const MAX_NETWORKS = 1000;

/** The network that usually belongs to one owner: a /24 of IPv4, a /48 of IPv6 (RFC 6177). */
export function ownersNetwork({ address }: GuardedAddress): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  const { family, value } = parsed;
  return family === 4 ? `4/${value >> 8n}` : `6/${value >> 80n}`;
}

export function createPacer(betweenToNetworkMs = BETWEEN_PACKETS_TO_NETWORK_MS, now = () => performance.now()): Pacer {
  let freeAtMs = 0;
  const networkFreeAtMs = new Map<string, number>();

  function forgetOld(): void {
    if (networkFreeAtMs.size <= MAX_NETWORKS) return;
    for (const [network, atMs] of networkFreeAtMs) if (atMs <= now()) networkFreeAtMs.delete(network);
  }

  return {
    to(address) {
      const network = ownersNetwork(address);
      return (send) => {
        forgetOld();
        const nowMs = now();
        const atMs = Math.max(nowMs, freeAtMs, networkFreeAtMs.get(network) ?? 0);
        freeAtMs = Math.max(freeAtMs, nowMs) + BETWEEN_PACKETS_MS;
        networkFreeAtMs.set(network, atMs + betweenToNetworkMs);
        if (atMs <= nowMs) {
          send();
          return () => {};
        }
        const timer = setTimeout(send, atMs - nowMs);
        return () => clearTimeout(timer);
      };
    },
  };
}
