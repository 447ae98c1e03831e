import type { ResolverAddress } from '../settings.ts';

/** Remembers which resolvers are silent, so that a dead one delays only the first questions. */
export interface ResolverHealth {
  /** All resolvers in the configured order, silent ones last. */
  inOrder(): readonly ResolverAddress[];
  noteReply(server: ResolverAddress): void;
  /** A question sent at `askedAtMs` got no reply; counts only if nothing else has arrived since then. */
  noteSilence(server: ResolverAddress, askedAtMs: number): void;
}

/** For how long a silent resolver is asked last. */
const SILENT_MS = 10_000;

/** @param now milliseconds of a monotonic clock */
export function createResolverHealth(
  servers: readonly ResolverAddress[],
  now: () => number = () => performance.now(),
): ResolverHealth {
  const lastReplyAtMs = new Map<ResolverAddress, number>();
  const silentUntilMs = new Map<ResolverAddress, number>();
  const isSilent = (server: ResolverAddress) => (silentUntilMs.get(server) ?? -Infinity) > now();
  return {
    inOrder: () => {
      // Usually none is silent, and every question asks.
      if (silentUntilMs.size === 0) return servers;
      return [...servers.filter((one) => !isSilent(one)), ...servers.filter(isSilent)];
    },
    noteReply: (server) => {
      lastReplyAtMs.set(server, now());
      silentUntilMs.delete(server);
    },
    noteSilence: (server, askedAtMs) => {
      if ((lastReplyAtMs.get(server) ?? -Infinity) < askedAtMs) silentUntilMs.set(server, now() + SILENT_MS);
    },
  };
}
