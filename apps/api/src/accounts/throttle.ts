import { ToolError } from '@sonde/contract';
import { createMemoryAllowances, type RateLimit } from '../limits/allowance.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** So many at once, and then one by one over the window: nobody is locked out of an account for longer than a few minutes. */
const limits = {
  'sign-in': { account: { units: 10, windowMs: 10 * MINUTE_MS }, client: { units: 30, windowMs: 10 * MINUTE_MS } },
  'sign-up': { account: { units: 5, windowMs: HOUR_MS }, client: { units: 20, windowMs: HOUR_MS } },
  reset: { account: { units: 3, windowMs: HOUR_MS }, client: { units: 10, windowMs: HOUR_MS } },
  'new-password': { account: { units: 10, windowMs: HOUR_MS }, client: { units: 20, windowMs: HOUR_MS } },
} as const satisfies Record<string, Record<'account' | 'client', RateLimit>>;

export type Attempt = keyof typeof limits;

/**
 * Takes one attempt from what an account and a client may do. An account is a name that was sent, whether it exists
 * or not.
 * @throws ToolError `rate-limited`.
 */
export type Throttle = (attempt: Attempt, client: string, account: string) => Promise<void>;

export function createThrottle(now: () => number): Throttle {
  const allowances = Object.entries(limits).map(
    ([attempt, { account, client }]) =>
      [attempt, [createMemoryAllowances(client, now), createMemoryAllowances(account, now)]] as const,
  );
  const byAttempt = new Map(allowances);
  return async (attempt, client, account) => {
    const [clients, accounts] = byAttempt.get(attempt) ?? [];
    for (const [store, name] of [
      [clients, client],
      [accounts, account],
    ] as const) {
      const verdict = await store?.take(name, 1);
      if (verdict?.isAllowed === false) throw tooMany(verdict.retryInMs);
    }
  };
}

function tooMany(retryInMs: number): ToolError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryInMs / 1000));
  const seconds = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
  const when = retryAfterSeconds > 90 ? `${Math.ceil(retryAfterSeconds / 60)} minutes` : seconds;
  return new ToolError('rate-limited', `Too many attempts. Please try again in ${when}.`, { retryAfterSeconds });
}
