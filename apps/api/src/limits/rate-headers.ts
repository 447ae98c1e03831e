import type { RateLimit, Verdict } from './allowance.ts';

/** Whole seconds. Moments have fractions that do not add up: a billionth of a second must not make another second. */
export const seconds = (ms: number) => Math.ceil(Number((ms / 1000).toFixed(6)));

/**
 * What a client is told of its allowance: the fields of draft-ietf-httpapi-ratelimit-headers-10, and those that clients
 * have known for longer.
 */
export function rateHeaders({ units, windowMs }: RateLimit, { remaining, wholeInMs }: Verdict) {
  const reset = seconds(wholeInMs);
  return {
    'ratelimit-policy': `"api";q=${units};w=${seconds(windowMs)}`,
    ratelimit: `"api";r=${remaining};t=${reset}`,
    'x-ratelimit-limit': units,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  };
}
