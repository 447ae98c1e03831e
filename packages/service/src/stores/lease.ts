/** After this an instance that does not renew its lease is taken for dead. */
export const LEASE_MS = 3_000;
export const RENEW_MS = 1_000;
/** Only the holder of a lease may renew it, or release it. */
export const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;
export const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;
