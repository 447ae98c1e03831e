import { createHash } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import { type AllowanceStore, createMemoryAllowances, type RateLimit } from '../limits/allowance.ts';
import { seconds } from '../limits/rate-headers.ts';
import { createSharedAllowances } from '../stores/shared-allowances.ts';
import type { SharedMemory } from '../stores/shared-memory.ts';

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

export function createThrottle(now: () => number, shared: SharedMemory | null): Throttle {
  const storeOf = (limit: RateLimit): AllowanceStore => {
    const own = createMemoryAllowances(limit, now);
    return shared === null ? own : createSharedAllowances(shared, limit, own);
  };
  const stores = new Map(
    Object.entries(limits).map(([attempt, { account, client }]) => [
      attempt,
      { client: storeOf(client), account: storeOf(account) },
    ]),
  );
  return async (attempt, client, account) => {
    const names = { client, account: hashed(account) };
    for (const kind of ['client', 'account'] as const) {
      const verdict = await stores.get(attempt)?.[kind].take(`${attempt}:${kind}:${names[kind]}`, 1);
      if (verdict?.isAllowed === false) throw tooMany(verdict.retryInMs);
    }
  };
}

/** Where allowances are shared, nobody reads addresses there. */
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');

function tooMany(retryInMs: number): ToolError {
  const retryAfterSeconds = Math.max(1, seconds(retryInMs));
  const soon = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
  const when = retryAfterSeconds > 90 ? `${Math.ceil(retryAfterSeconds / 60)} minutes` : soon;
  return new ToolError('rate-limited', `Too many attempts. Please try again in ${when}.`, { retryAfterSeconds });
}
