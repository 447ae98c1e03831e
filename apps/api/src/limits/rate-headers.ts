import type { AllowanceDecision, RateLimit } from '@sonde/probes';
import { wholeSeconds } from '@sonde/service';

/**
 * Returns the header fields about a client's allowance: those of draft-ietf-httpapi-ratelimit-headers-10, and the older
 * `X-RateLimit` fields that most clients read. Times are in seconds.
 */
export function rateHeaders({ units, windowMs }: RateLimit, { remaining, wholeInMs }: AllowanceDecision) {
  const reset = wholeSeconds(wholeInMs);
  return {
    'ratelimit-policy': `"api";q=${units};w=${wholeSeconds(windowMs)}`,
    ratelimit: `"api";r=${remaining};t=${reset}`,
    'x-ratelimit-limit': units,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  };
}
