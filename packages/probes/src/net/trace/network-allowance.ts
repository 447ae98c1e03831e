import { sleep } from '../../async/sleep.ts';

/** Limits the packets that all traces together send into the networks of their targets. */
export interface NetworkAllowance {
  /** Waits until the packets sent into the network so far are paid for. */
  whenFree(network: string, signal: AbortSignal): Promise<void>;
  /** Counts a packet that reaches the network. */
  spend(network: string): void;
}

/** The same as for pings: 20 packets a second to the network of one owner. */
const PER_PACKET_MS = 50;
const MAX_NETWORKS = 1000;

/** Packets that end on the way do not count. Which ones do is known only afterwards, so the next trace waits for them. */
export function createNetworkAllowance(perPacketMs = PER_PACKET_MS, now = () => performance.now()): NetworkAllowance {
  const freeAtMs = new Map<string, number>();
  return {
    async whenFree(network, signal) {
      const waitMs = (freeAtMs.get(network) ?? 0) - now();
      if (waitMs > 0) await sleep(waitMs, signal);
    },
    spend(network) {
      if (freeAtMs.size > MAX_NETWORKS) for (const [one, atMs] of freeAtMs) if (atMs <= now()) freeAtMs.delete(one);
      freeAtMs.set(network, Math.max(now(), freeAtMs.get(network) ?? 0) + perPacketMs);
    },
  };
}

/** Counts the packets of one trace that reach the target, once its distance is known. */
export function createTargetCount(spend: () => void) {
  const sent: number[] = [];
  let distance: number | null = null;
  return {
    sent(ttl: number): void {
      if (distance === null) sent.push(ttl);
      else if (ttl >= distance) spend();
    },
    reached(ttl: number): void {
      if (distance === null) for (const one of sent) if (one >= ttl) spend();
      distance = Math.min(ttl, distance ?? ttl);
    },
  };
}
