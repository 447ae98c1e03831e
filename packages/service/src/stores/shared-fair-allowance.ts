import {
  type AllowanceDecision,
  CLIENTS_PER_SITE,
  decisionOf,
  type FairAllowance,
  type MemoryFairAllowance,
  type RateLimit,
  SHARE_OF_FREE,
  siteOf,
} from '@sonde/probes';
import type { SharedStore } from './shared-store.ts';

/**
 * The same leaking bucket, divided in the same way, as in one process: a hash holds what is taken of a target's allowance (`*`),
 * when that was counted (`@`), and the part of each client and network. The store's clock is used. If the store has evicted the
 * target, what the calling instance remembers counts. Returns whether the units were taken, how many are missing, what is held
 * in all, and the names and parts of those who ask.
 *
 * ARGV: the units, all units, the window, the clients of a /48, the share of what is free, what the instance remembers, and for
 * each client its name and that of its network, or an empty text.
 */
const TAKE = `
local wanted, all, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local site_clients, share, remembered = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local held, at, total = {}, nil, nil
local fields = redis.call('HGETALL', KEYS[1])
for index = 1, #fields, 2 do
  local name, amount = fields[index], tonumber(fields[index + 1])
  if name == '@' then at = amount elseif name == '*' then total = amount elseif amount then held[name] = amount end
end
-- A time in the future was counted before the clock was set back.
if not at or at > now then at = now end
total = math.min(all, total or remembered)
local left = math.max(0, total - (now - at) * all / window)
local part = total > 0 and left / total or 0
for name, amount in pairs(held) do
  held[name] = amount * part
  if held[name] < 0.001 then
    held[name] = nil
    redis.call('HDEL', KEYS[1], name)
  end
end
local clients = {}
for index = 7, #ARGV, 2 do table.insert(clients, { own = ARGV[index], site = ARGV[index + 1] }) end
local free = all - left
local missing = math.max(0, wanted - free)
if #clients > 0 and wanted > 0 then
  local own = math.huge
  for _, client in ipairs(clients) do
    local holds = held[client.own] or 0
    if client.site ~= '' then holds = math.max(holds, (held[client.site] or 0) / site_clients) end
    own = math.min(own, holds)
  end
  if own > 0.001 then
    local short = own + wanted / #clients - share * (free - wanted)
    missing = math.min(left, math.max(missing, short / (share + own / left)))
  end
end
local is_taken = missing <= 0.001
if is_taken then
  left = math.max(0, left + wanted)
  for _, client in ipairs(clients) do
    for _, name in ipairs({ client.own, client.site }) do
      if name ~= '' then held[name] = math.max(0, (held[name] or 0) + wanted / #clients) end
    end
  end
end
local written = { '*', string.format('%.6f', left), '@', string.format('%.3f', now) }
for name, amount in pairs(held) do
  table.insert(written, name)
  table.insert(written, string.format('%.6f', amount))
end
redis.call('HSET', KEYS[1], unpack(written))
redis.call('PEXPIRE', KEYS[1], math.ceil(window))
return {is_taken and 1 or 0, string.format('%.6f', is_taken and 0 or missing), string.format('%.6f', left)}
`;

/**
 * An allowance of each target, shared by all instances. Each remembers in `own` what it has taken itself, which counts alone
 * while the store cannot be reached.
 */
export function createSharedFairAllowance(
  store: SharedStore,
  { units: all, windowMs }: RateLimit,
  own: MemoryFairAllowance,
): FairAllowance {
  async function takeShared(target: string, units: number, clients: readonly string[]): Promise<AllowanceDecision> {
    const names = clients.flatMap((client) => [client, siteOf(client) ?? '']);
    const amounts = [Math.min(units, all), all, windowMs, CLIENTS_PER_SITE, SHARE_OF_FREE, own.heldOf(target).total];
    const reply = await store.run((commands) => commands.eval(TAKE, 1, `sonde:2:held:${target}`, ...amounts, ...names));
    const [taken, missing = 0, total = 0] = (reply as readonly unknown[]).map(Number);
    if (taken === 1) own.take(target, units, clients);
    own.remember(target, { total, byName: new Map() });
    return decisionOf({ all, unitMs: windowMs / all, total, missing });
  }

  return {
    take: (target, units, clients = []) =>
      store.isReachable
        ? takeShared(target, units, clients).catch(() => own.take(target, units, clients))
        : own.take(target, units, clients),
  };
}
