/** After this time, an instance that has not renewed its lease is considered dead. */
export const LEASE_MS = 3_000;
export const RENEW_MS = 1_000;
/** Scripts to renew and release a lease, which only its holder may do. */
export const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;
export const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;
