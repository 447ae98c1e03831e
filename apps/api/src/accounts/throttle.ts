import { createHash } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import { type AllowanceStore, createMemoryAllowances, type RateLimit } from '../limits/allowance.ts';
import { seconds } from '../limits/rate-headers.ts';
import { siteOf } from '../limits/shares.ts';
import { createSharedAllowances } from '../stores/shared-allowances.ts';
import type { SharedMemory } from '../stores/shared-memory.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * So many attempts at once, and then one by one over the window. Nobody can use up what others need: what is counted for
 * one account is counted for each address, and together only far above what one attacker gets from there.
 */
const limits = {
  /** A browser that has signed in to the account before; no one else's attempts count for it. */
  'sign-in:device': { units: 10, windowMs: 10 * MINUTE_MS },
  /** An address at one account, and at all accounts. */
  'sign-in:address': { units: 10, windowMs: 10 * MINUTE_MS },
  'sign-in:client': { units: 30, windowMs: 10 * MINUTE_MS },
  /** A /48 of IPv6 at one account: a customer may be given that many addresses (RFC 6177). */
  'sign-in:site': { units: 30, windowMs: 10 * MINUTE_MS },
  /** All addresses at one account: first attempts, among which the owner's is, and further ones (NIST SP 800-63B section 3.2.2). */
  'sign-in:first': { units: 60, windowMs: MINUTE_MS },
  'sign-in:further': { units: 100, windowMs: 10 * MINUTE_MS },
  /** The password once more, by somebody who is signed in. */
  confirm: { units: 10, windowMs: 10 * MINUTE_MS },
  'sign-up:address': { units: 5, windowMs: HOUR_MS },
  'sign-up:client': { units: 20, windowMs: HOUR_MS },
  /** What is above it is answered the same, and is not counted for the client. */
  'reset:address': { units: 3, windowMs: 10 * MINUTE_MS },
  'reset:client': { units: 10, windowMs: HOUR_MS },
  'new-password:token': { units: 10, windowMs: HOUR_MS },
  'new-password:client': { units: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>;

type Bucket = keyof typeof limits;

/** Who tries, at which account: a name that was sent, whether it exists or not. */
export interface Attempt {
  readonly client: string;
  readonly account: string;
}

/** To be called when an attempt was none at guessing: what it took is given back. */
export type Succeed = () => Promise<void>;

/** Counts attempts, over all servers that share a store. Every method throws ToolError `rate-limited`. */
export interface Throttle {
  /** `device`: the name of a browser that has signed in to this account before. */
  signIn(attempt: Attempt, device: string | null): Promise<Succeed>;
  confirm(account: string): Promise<Succeed>;
  signUp(attempt: Attempt): Promise<void>;
  /** False when this address has just asked for the same: it is answered the same, and nothing is done. */
  reset(attempt: Attempt): Promise<boolean>;
  newPassword(client: string, token: string): Promise<void>;
}

export function createThrottle(now: () => number, shared: SharedMemory | null): Throttle {
  const take = createBuckets(now, shared);

  /** What is refused takes nothing: a new address that has to wait is still new when it comes again. */
  async function signInByStranger({ client, account }: Attempt): Promise<Succeed> {
    const site = siteOf(client);
    const taken: Taken[] = [];
    const giveBack = async () => void (await Promise.all(taken.map((one) => one.giveBack())));
    try {
      taken.push(await take('sign-in:address', `${client} ${account}`));
      if (site !== null) taken.push(await take('sign-in:site', `${site} ${account}`));
      const isFirst = taken.every(({ wasWhole }) => wasWhole);
      taken.push(await take('sign-in:client', client));
      taken.push(await take(isFirst ? 'sign-in:first' : 'sign-in:further', account));
      return giveBack;
    } catch (error) {
      await giveBack();
      throw error;
    }
  }
  return {
    async signIn(attempt, device) {
      // A browser that has used up its own attempts is one like any other.
      const known = device && (await take('sign-in:device', `${device} ${attempt.account}`).catch(() => null));
      return known ? known.giveBack : signInByStranger(attempt);
    },
    confirm: async (account) => (await take('confirm', account)).giveBack,
    async signUp({ client, account }) {
      await take('sign-up:address', `${client} ${account}`);
      await take('sign-up:client', client);
    },
    async reset({ client, account }) {
      const isNew = await take('reset:address', `${client} ${account}`).then(
        () => true,
        () => false,
      );
      if (isNew) await take('reset:client', client);
      return isNew;
    },
    async newPassword(client, token) {
      await take('new-password:client', client);
      await take('new-password:token', token);
    },
  };
}

interface Taken {
  /** Whether nothing had been taken for a whole window. */
  readonly wasWhole: boolean;
  giveBack(): Promise<void>;
}

function createBuckets(now: () => number, shared: SharedMemory | null) {
  const buckets = new Map<Bucket, AllowanceStore>();
  const bucketOf = (name: Bucket): AllowanceStore => {
    const own = createMemoryAllowances(limits[name], now);
    return shared === null ? own : createSharedAllowances(shared, limits[name], own);
  };
  return async (name: Bucket, who: string): Promise<Taken> => {
    const bucket = buckets.get(name) ?? bucketOf(name);
    buckets.set(name, bucket);
    const key = `${name}:${hashed(who)}`;
    const { isAllowed, remaining, retryInMs } = await bucket.take(key, 1);
    if (!isAllowed) throw tooMany(retryInMs);
    return {
      wasWhole: remaining === limits[name].units - 1,
      giveBack: async () => void (await bucket.take(key, -1)),
    };
  };
}

/** Where allowances are shared, nobody reads addresses there. */
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');

function tooMany(retryInMs: number): ToolError {
  const retryAfterSeconds = Math.max(1, seconds(retryInMs));
  const soon = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
  const when = retryAfterSeconds > 90 ? `${Math.ceil(retryAfterSeconds / 60)} minutes` : soon;
  return new ToolError('rate-limited', `Too many attempts. Please try again in ${when}.`, { retryAfterSeconds });
}
