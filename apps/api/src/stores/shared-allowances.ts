import type { AllowanceStore, RateLimit, Verdict } from '../limits/allowance.ts';
import type { SharedMemory } from './shared-memory.ts';

/**
 * The same arithmetic as in one process (GCRA): of each client the moment is kept at which its allowance is whole again.
 * The clock is the store's, so that servers whose clocks differ count alike. Gives back whether the units were taken,
 * how long until the allowance is whole, and how long until what was asked for is there.
 */
const TAKE = `
local units, all, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
-- What is no moment within a window was not written here.
local before = math.min(math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0) or 0), now + window)
local after = before + math.min(units, all) * window / all
local missing = after - now - window
if missing > 0.01 then return {0, tostring(before - now), tostring(missing)} end
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.max(1, math.ceil(after - now)))
return {1, tostring(after - now), '0'}
`;

/** Moments are kept to a thousandth of a millisecond; none of what that cuts off may refuse the last unit. */
const ROUNDING_MS = 0.01;

/** Allowances that all servers take from. While the store cannot be reached each server counts for itself. */
export function createSharedAllowances(
  memory: SharedMemory,
  { units: all, windowMs }: RateLimit,
  own: AllowanceStore,
): AllowanceStore {
  const unitMs = windowMs / all;

  async function takeShared(client: string, units: number): Promise<Verdict> {
    const reply = await memory.run((commands) =>
      commands.eval(TAKE, 1, `sonde:1:allowance:${client}`, units, all, windowMs),
    );
    const [taken, wholeInMs = 0, retryInMs = 0] = (reply as readonly unknown[]).map(Number);
    // What was taken here counts here as well: a store that is lost for a moment must not make it whole.
    if (taken === 1) void own.take(client, units);
    const remaining = Math.max(0, Math.floor((windowMs - wholeInMs + ROUNDING_MS) / unitMs));
    return { isAllowed: taken === 1, remaining, wholeInMs, retryInMs };
  }

  return {
    take: (client, units) =>
      memory.isReachable ? takeShared(client, units).catch(() => own.take(client, units)) : own.take(client, units),
  };
}
