import { sleep } from '../../async/sleep.ts';

/** What all traces together send into the networks of their targets. */
export interface NetworkAllowance {
  /** Waits until packets that were sent into the network before have had their time. */
  whenFree(network: string, signal: AbortSignal): Promise<void>;
  /** Counts a packet that gets into the network. */
  spend(network: string): void;
}

/** As for pings: 20 a second to the network of one owner. */
const PER_PACKET_MS = 50;
const MAX_NETWORKS = 1000;

/** Packets that end on the way do not count, and which do is known only afterwards: the next trace waits for them. */
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

/** Counts the packets of one trace that get to the target, once its distance is known. */
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
