import type { ResolverAddress } from './settings.ts';

/** Remembers which resolvers are silent, so that only the first questions pay for a dead one. */
export interface ResolverHealth {
  /** All resolvers in the configured order, silent ones at the end. */
  inOrder(): ResolverAddress[];
  hear(server: ResolverAddress): void;
  /** Nothing came back to a question sent at `askedAtMs`; counts only if nothing else came back since then either. */
  miss(server: ResolverAddress, askedAtMs: number): void;
}

/** How long a resolver that did not answer is asked last. */
const SILENT_MS = 10_000;

/** @param now milliseconds of a clock that never goes back. */
export function createResolverHealth(
  servers: readonly ResolverAddress[],
  now: () => number = () => performance.now(),
): ResolverHealth {
  const lastHeardAtMs = new Map<ResolverAddress, number>();
  const silentUntilMs = new Map<ResolverAddress, number>();
  const isSilent = (server: ResolverAddress) => (silentUntilMs.get(server) ?? -Infinity) > now();
  return {
    inOrder: () => [...servers.filter((one) => !isSilent(one)), ...servers.filter(isSilent)],
    hear: (server) => {
      lastHeardAtMs.set(server, now());
      silentUntilMs.delete(server);
    },
    miss: (server, askedAtMs) => {
      if ((lastHeardAtMs.get(server) ?? -Infinity) < askedAtMs) silentUntilMs.set(server, now() + SILENT_MS);
    },
  };
}
