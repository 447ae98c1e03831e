import { parseAddress } from '../ip-address.ts';
import type { GuardedAddress } from '../net.ts';

/** Lets packets pass one after the other, evenly. */
export interface Pacer {
  /** The way to an address. */
  to(address: GuardedAddress): Lane;
}

/** Calls `go` when it is the packet's turn, at once where the way is free. The function it returns leaves the line. */
export type Lane = (go: () => void) => () => void;

/** Hundreds in one go would wait for each other in the system, and measure that. */
const BETWEEN_PACKETS_MS = 1;
/** Manners: not more than 20 a second to one network, whoever asks for them. */
const BETWEEN_PACKETS_TO_NETWORK_MS = 50;
const MAX_NETWORKS = 1000;

/** Of a kind that belongs to one owner: /24 of IPv4, /48 of IPv6 (RFC 6177). */
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
      return (go) => {
        forgetOld();
        const nowMs = now();
        const atMs = Math.max(nowMs, freeAtMs, networkFreeAtMs.get(network) ?? 0);
        freeAtMs = Math.max(freeAtMs, nowMs) + BETWEEN_PACKETS_MS;
        networkFreeAtMs.set(network, atMs + betweenToNetworkMs);
        if (atMs <= nowMs) {
          go();
          return () => {};
        }
        const timer = setTimeout(go, atMs - nowMs);
        return () => clearTimeout(timer);
      };
    },
  };
}
