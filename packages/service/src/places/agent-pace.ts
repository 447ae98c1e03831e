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
      const nowMs = now();
      const sinceMs = nowMs - MINUTE_MS;
      if ((startedAt[0] ?? Infinity) <= sinceMs) startedAt = startedAt.filter((atMs) => atMs > sinceMs);
      if (running >= jobs || startedAt.length >= perMinute) return null;
      startedAt.push(nowMs);
      running += 1;
      return () => {
        running -= 1;
      };
    },
  };
}
