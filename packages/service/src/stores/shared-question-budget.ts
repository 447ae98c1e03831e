import {
  CLIENTS_PER_SITE,
  type Grant,
  type QuestionBudget,
  type RateLimit,
  SLICES,
  shareOfFree,
  siteOf,
} from '@sonde/probes';
import type { SharedStore } from './shared-store.ts';

/**
 * The same sliding windows, and the same division between clients, as in one process. For each zone, and each client of it, a
 * hash holds the number of queries per slice of each window, and every rule must have room. The store's clock is used, so that
 * instances with different clocks count alike; a slice in the future was counted before that clock was set back, and is
 * ignored. Returns how many queries may be sent, the time until one may, and the time until a quarter of every rule is free.
 *
 * KEYS: the zone, then for each client its own hash and, for IPv6 clients, that of its /48 network. ARGV: the queries, the
 * slices of a window, the clients of a /48, the number of rules, for each rule its units, window and share of what is free, and
 * for each client how many hashes it has.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wanted, slices, site_clients, rule_count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local rules, longest = {}, 0
for rule = 1, rule_count do
  local at = 5 + (rule - 1) * 3
  local window = tonumber(ARGV[at + 1])
  rules[rule] = { units = tonumber(ARGV[at]), window = window, share = tonumber(ARGV[at + 2]), slice = window / slices }
  longest = math.max(longest, window + window / slices)
end
local clients, key_index = {}, 2
for argument = 5 + rule_count * 3, #ARGV do
  table.insert(clients, { own = key_index, site = tonumber(ARGV[argument]) > 1 and key_index + 1 or nil })
  key_index = key_index + tonumber(ARGV[argument])
end
local hashes = {}
for index, key in ipairs(KEYS) do
  local counts = redis.call('HGETALL', key)
  local of_rules = {}
  for rule = 1, rule_count do of_rules[rule] = {} end
  for field = 1, #counts, 2 do
    local of, slice = string.match(counts[field], '^(%d+):(%d+)$')
    for number, rule in ipairs(rules) do
      if tonumber(of) == rule.window then
        local current = math.floor(now / rule.slice)
        if tonumber(slice) < current - slices or tonumber(slice) > current then
          redis.call('HDEL', key, counts[field])
        else
          table.insert(of_rules[number], { tonumber(slice), tonumber(counts[field + 1]) })
        end
        break
      end
    end
  end
  hashes[index] = of_rules
end
local function used(index, number, at)
  local oldest, sum = math.floor(at / rules[number].slice) - slices, 0
  for _, count in ipairs(hashes[index][number]) do if count[1] >= oldest then sum = sum + count[2] end end
  return sum
end
local function grantable(number, at)
  local rule = rules[number]
  local free = rule.units - used(1, number, at)
  local all = math.max(0, math.floor(free + 0.000001))
  if #clients == 0 then return all end
  local least = math.huge
  for _, client in ipairs(clients) do
    local held = used(client.own, number, at)
    if client.site then held = math.max(held, used(client.site, number, at) / site_clients) end
    least = math.min(least, held)
  end
  local fair = math.floor((rule.share * free - least) / (rule.share + 1 / #clients) + 0.000001)
  return math.min(all, math.max(least < 0.000001 and 1 or 0, fair))
end
local granted = wanted
for number = 1, rule_count do granted = math.min(granted, grantable(number, now)) end
if granted > 0 then
  for index, key in ipairs(KEYS) do
    for _, rule in ipairs(rules) do
      local field = string.format('%d:%d', rule.window, math.floor(now / rule.slice))
      redis.call('HINCRBYFLOAT', key, field, index == 1 and granted or string.format('%.9f', granted / #clients))
    end
    redis.call('PEXPIRE', key, math.ceil(longest))
  end
  return {granted, 0, 0}
end
local function until_grantable(number, needed)
  local times = {}
  for index in ipairs(KEYS) do
    for _, count in ipairs(hashes[index][number]) do
      table.insert(times, (count[1] + slices + 1) * rules[number].slice)
    end
  end
  table.sort(times)
  if grantable(number, now) >= needed then return 0 end
  for _, at in ipairs(times) do if grantable(number, at) >= needed then return at - now end end
  return #times > 0 and math.max(0, times[#times] - now) or 0
end
local retry, quarter_free = 0, 0
for number, rule in ipairs(rules) do
  retry = math.max(retry, until_grantable(number, 1))
  quarter_free = math.max(quarter_free, until_grantable(number, math.ceil(rule.units / 4)))
end
return {0, math.ceil(retry), math.ceil(quarter_free)}
`;

/**
 * A budget shared by all instances. What they take also counts in their own budget, which counts alone while the store
 * cannot be reached.
 */
export function createSharedQuestionBudget(
  store: SharedStore,
  rules: readonly RateLimit[],
  own: QuestionBudget,
): QuestionBudget {
  const limits = rules.flatMap((rule) => [rule.units, rule.windowMs, shareOfFree(rule)]);

  async function takeShared(zone: string, questions: number, clients: readonly string[]): Promise<Grant> {
    const hashes = clients.map((client) => [client, siteOf(client) ?? []].flat());
    // The braces keep the keys of a script on one node of a cluster.
    const keys = ['', ...hashes.flat()].map((name) => `sonde:2:questions:{${zone}}${name === '' ? '' : `:${name}`}`);
    const amounts = [questions, SLICES, CLIENTS_PER_SITE, rules.length, ...limits, ...hashes.map((one) => one.length)];
    const reply = await store.run((commands) => commands.eval(TAKE, keys.length, ...keys, ...amounts));
    const [granted = 0, retryInMs = 0, quarterFreeInMs = 0] = (reply as readonly unknown[]).map(Number);
    if (granted > 0) await own.take(zone, granted, clients);
    return { questions: granted, retryInMs, quarterFreeInMs };
  }

  return {
    portion: own.portion,
    take: (zone, questions, clients = []) =>
      store.isReachable
        ? takeShared(zone, questions, clients).catch(() => own.take(zone, questions, clients))
        : own.take(zone, questions, clients),
  };
}
