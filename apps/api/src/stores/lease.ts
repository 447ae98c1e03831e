/** A server that is gone is noticed after this; one that lives says so far more often. */
export const LEASE_MS = 3_000;
export const RENEW_MS = 1_000;
/** Only who holds a right may lengthen it, or give it back. */
export const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;
export const LEAVE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;
