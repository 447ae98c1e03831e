import type { AllowanceStore, MemoryAllowances, RateLimit, Verdict } from '../limits/allowance.ts';
import type { SharedMemory } from './shared-memory.ts';

/**
 * The same arithmetic as in one process (GCRA): of each client the moment is kept at which its allowance is whole again.
 * The clock is the store's, so that servers whose clocks differ count alike. Gives back whether the units were taken, how
 * long until the allowance is whole, how long until what was asked for is there, and whether the store knew the client.
 * A store that has to make room (`maxmemory-policy`) forgets clients: then what the asking server knows counts. So
 * that nothing else looks like it, an allowance is kept for a whole window; by then no server knows more.
 */
const TAKE = `
local units, all, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
-- What is no moment within a window was not written here.
local kept = tonumber(redis.call('GET', KEYS[1]) or '')
local before = math.min(math.max(kept or now + tonumber(ARGV[4]), now), now + window)
local after = before + math.min(units, all) * window / all
local missing = after - now - window
local is_known = kept and 1 or 0
if missing > 0.01 then return {0, tostring(before - now), tostring(missing), is_known} end
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(window))
return {1, tostring(after - now), '0', is_known}
`;

/** Moments are kept to a thousandth of a millisecond; none of what that cuts off may refuse the last unit. */
const ROUNDING_MS = 0.01;

/**
 * Allowances that all servers take from. Each server remembers in `own` what it was told last: while the store cannot be
 * reached it counts on from there, and a store that drops allowances hands out no new ones.
 */
export function createSharedAllowances(
  memory: SharedMemory,
  { units: all, windowMs }: RateLimit,
  own: MemoryAllowances,
): AllowanceStore {
  const unitMs = windowMs / all;

  async function takeShared(client: string, units: number): Promise<Verdict> {
    const reply = await memory.run((commands) =>
      commands.eval(TAKE, 1, `sonde:1:allowance:${client}`, units, all, windowMs, own.wholeInMs(client)),
    );
    const [taken, wholeInMs = 0, retryInMs = 0, isKnown] = (reply as readonly unknown[]).map(Number);
    // Of many questions at once each would find nothing: here they are counted one by one.
    if (isKnown === 0) return own.take(client, units);
    if (units < 0) own.take(client, units);
    else own.remember(client, wholeInMs);
    const remaining = Math.max(0, Math.floor((windowMs - wholeInMs + ROUNDING_MS) / unitMs));
    return { isAllowed: taken === 1, remaining, wholeInMs, retryInMs };
  }

  return {
    take: (client, units) =>
      memory.isReachable ? takeShared(client, units).catch(() => own.take(client, units)) : own.take(client, units),
  };
}
