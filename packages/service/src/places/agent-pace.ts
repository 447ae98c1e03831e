import type { PlaceJobLimits } from './place-jobs.ts';

/** The lookups that an agent may make for its hub, counted over all its connections: a new one brings no new allowance. */
export interface AgentPace {
  /** Returns the function that ends the lookup, to be called once; null if there is no room for one. */
  begin(): (() => void) | null;
}

const MINUTE_MS = 60_000;

/** @param now milliseconds of a monotonic clock */
export function createAgentPace({ jobs, perMinute }: PlaceJobLimits, now: () => number): AgentPace {
  let running = 0;
  let startedAt: number[] = [];
  return {
    begin() {
      startedAt = startedAt.filter((atMs) => atMs > now() - MINUTE_MS);
      if (running >= jobs || startedAt.length >= perMinute) return null;
      startedAt.push(now());
      running += 1;
      return () => {
        running -= 1;
      };
    },
  };
}
