/*
 * Atomic operations of the store for lookups shared by several instances. KEYS[1] holds the answer to a query, KEYS[2] the
 * lease of the instance that measures it. Every script first deletes entries that no instance can have written (another
 * type, no expiry, an expiry or a size beyond every limit), and returns how many there were. ARGV[1]: the longest answer,
 * in bytes; ARGV[2]: its longest expiry; ARGV[3]: that of a lease, both in milliseconds.
 */

const CLEAN = `
local dropped = 0
local function clean(key, maxBytes, maxMs)
  local kind = redis.call('TYPE', key).ok
  if kind == 'none' then return end
  local ms = redis.call('PTTL', key)
  if kind == 'string' and ms >= 0 and ms <= maxMs and redis.call('STRLEN', key) <= maxBytes then return end
  redis.call('DEL', key)
  dropped = dropped + 1
end
clean(KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]))
clean(KEYS[2], 256, tonumber(ARGV[3]))
local body = redis.call('GET', KEYS[1])
`;

/** Returns the answer and its remaining milliseconds, or an empty text and 0, and whether it is being measured. */
export const LOOK = `${CLEAN}
if body then return {dropped, body, redis.call('PTTL', KEYS[1]), 0} end
return {dropped, '', 0, redis.call('EXISTS', KEYS[2])}
`;

/**
 * Returns a fresh answer, unless ARGV[5] refuses one; otherwise takes the lease for the token in ARGV[4]; otherwise returns
 * its holder.
 */
export const JOIN = `${CLEAN}
if body and ARGV[5] ~= 'fresh' then return {dropped, 'cached', body, redis.call('PTTL', KEYS[1])} end
if redis.call('SET', KEYS[2], ARGV[4], 'NX', 'PX', ARGV[3]) then return {dropped, 'lead', ARGV[4], 0} end
return {dropped, 'follow', redis.call('GET', KEYS[2]), 0}
`;

/** Deletes a value that cannot be used, unless it has been replaced. */
export const DROP = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
