import { type Grant, type QuestionBudget, type RateLimit, SLICES } from '@sonde/probes';
import type { SharedStore } from './shared-store.ts';

/**
 * The same sliding windows as in one process. For each zone, a hash holds the number of queries per slice of each window,
 * and every rule must have room. The store's clock is used, so that instances with different clocks count alike; a slice in
 * the future was counted before that clock was set back, and is ignored. Returns how many queries may be sent, the time
 * until one may, and the time until a quarter of every rule is free.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local counts = redis.call('HGETALL', KEYS[1])
local slices = tonumber(ARGV[2])
local granted, rules, longest = tonumber(ARGV[1]), {}, 0
for argument = 3, #ARGV, 2 do
  local window = tonumber(ARGV[argument + 1])
  local rule = { units = tonumber(ARGV[argument]), window = window, slice = window / slices, used = 0, counts = {} }
  rule.current = math.floor(now / rule.slice)
  for field = 1, #counts, 2 do
    local of, slice = string.match(counts[field], '^(%d+):(%d+)$')
    if tonumber(of) == window then
      slice = tonumber(slice)
      if slice < rule.current - slices or slice > rule.current then
        redis.call('HDEL', KEYS[1], counts[field])
      else
        rule.used = rule.used + tonumber(counts[field + 1])
        table.insert(rule.counts, { slice, tonumber(counts[field + 1]) })
      end
    end
  end
  granted = math.min(granted, rule.units - rule.used)
  longest = math.max(longest, window + rule.slice)
  table.insert(rules, rule)
end
if granted > 0 then
  for _, rule in ipairs(rules) do
    redis.call('HINCRBY', KEYS[1], string.format('%d:%d', rule.window, rule.current), granted)
  end
  redis.call('PEXPIRE', KEYS[1], math.ceil(longest))
  return {granted, 0, 0}
end
local function untilFree(rule, wanted)
  table.sort(rule.counts, function (a, b) return a[1] < b[1] end)
  local free = rule.units - rule.used
  for _, count in ipairs(rule.counts) do
    if free >= wanted then return 0 end
    free = free + count[2]
    if free >= wanted then return (count[1] + slices + 1) * rule.slice - now end
  end
  return 0
end
local retry, quarterFree = 0, 0
for _, rule in ipairs(rules) do
  retry = math.max(retry, untilFree(rule, 1))
  quarterFree = math.max(quarterFree, untilFree(rule, math.ceil(rule.units / 4)))
end
return {0, math.ceil(retry), math.ceil(quarterFree)}
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
  const limits = rules.flatMap(({ units, windowMs }) => [units, windowMs]);

  async function takeShared(zone: string, questions: number): Promise<Grant> {
    const reply = await store.run((commands) =>
      commands.eval(TAKE, 1, `sonde:1:questions:${zone}`, questions, SLICES, ...limits),
    );
    const [granted = 0, retryInMs = 0, quarterFreeInMs = 0] = (reply as readonly unknown[]).map(Number);
    if (granted > 0) await own.take(zone, granted);
    return { questions: granted, retryInMs, quarterFreeInMs };
  }

  return {
    portion: own.portion,
    take: (zone, questions) =>
      store.isReachable
        ? takeShared(zone, questions).catch(() => own.take(zone, questions))
        : own.take(zone, questions),
  };
}
