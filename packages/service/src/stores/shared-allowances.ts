import type { AllowanceDecision, AllowanceStore, MemoryAllowances, RateLimit } from '@sonde/probes';
import type { SharedStore } from './shared-store.ts';

/**
 * The same algorithm as in one process (GCRA): the store holds for each client the time at which its allowance is full
 * again. The store's clock is used, so that instances with different clocks count alike. Returns whether the units were
 * taken, the time until the allowance is full, the time until the requested units are available, and whether the store knew
 * the client. A store that runs out of memory (`maxmemory-policy`) evicts clients: then the knowledge of the calling
 * instance counts. Allowances expire after a whole window, when no instance remembers more, so that expiry is never
 * mistaken for eviction.
 */
const TAKE = `
local units, all, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
-- A value outside of the window was not written by this script.
local kept = tonumber(redis.call('GET', KEYS[1]) or '')
local before = math.min(math.max(kept or now + tonumber(ARGV[4]), now), now + window)
local after = before + math.min(units, all) * window / all
local missing = after - now - window
local is_known = kept and 1 or 0
if missing > 0.01 then return {0, tostring(before - now), tostring(missing), is_known} end
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(window))
return {1, tostring(after - now), '0', is_known}
`;

/** Times are stored in microseconds; rounding must not refuse the last unit. */
const ROUNDING_MS = 0.01;

/**
 * Allowances shared by all instances. Each instance remembers the last reply in `own`: if the store cannot be reached it
 * continues from there, and an eviction in the store gives no client a new allowance.
 */
export function createSharedAllowances(
  store: SharedStore,
  { units: all, windowMs }: RateLimit,
  own: MemoryAllowances,
): AllowanceStore {
  const unitMs = windowMs / all;

  async function takeShared(client: string, units: number): Promise<AllowanceDecision> {
    const reply = await store.run((commands) =>
      commands.eval(TAKE, 1, `sonde:1:allowance:${client}`, units, all, windowMs, own.wholeInMs(client)),
    );
    const [taken, wholeInMs = 0, retryInMs = 0, isKnown] = (reply as readonly unknown[]).map(Number);
    // Concurrent calls would all find an unknown client; counting here, one after the other, prevents that.
    if (isKnown === 0) return own.take(client, units);
    if (units < 0) own.take(client, units);
    else own.remember(client, wholeInMs);
    const remaining = Math.max(0, Math.floor((windowMs - wholeInMs + ROUNDING_MS) / unitMs));
    return { isAllowed: taken === 1, remaining, wholeInMs, retryInMs };
  }

  return {
    take: (client, units) =>
      store.isReachable ? takeShared(client, units).catch(() => own.take(client, units)) : own.take(client, units),
  };
}
