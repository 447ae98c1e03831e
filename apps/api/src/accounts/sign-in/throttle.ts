import { createHash } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import type { AllowanceStore, RateLimit } from '@sonde/probes';
import { CLIENTS_PER_SITE, createAllowanceStore, type SharedStore, siteOf, wholeSeconds } from '@sonde/service';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How many attempts are permitted at once; they are renewed one by one over the window. No client can use up what others
 * need: attempts at one account are counted per address, and limited in total only far above what an attacker achieves from
 * one address.
 */
const limits = {
  /** A browser that has signed in to the account before; attempts of others do not count against it. */
  'sign-in:device': { units: 10, windowMs: 10 * MINUTE_MS },
  /** One address at one account, and at all accounts. */
  'sign-in:address': { units: 10, windowMs: 10 * MINUTE_MS },
  'sign-in:client': { units: 30, windowMs: 10 * MINUTE_MS },
  /** A /48 of IPv6 at one account: a customer may have that many addresses (RFC 6177). */
  'sign-in:site': { units: 30, windowMs: 10 * MINUTE_MS },
  /**
   * All addresses at one account: first attempts, which include the owner's, and further ones (NIST SP 800-63B section
   * 3.2.2).
   */
  'sign-in:first': { units: 60, windowMs: MINUTE_MS },
  'sign-in:further': { units: 100, windowMs: 10 * MINUTE_MS },
  /** A signed-in member who confirms the password. */
  confirm: { units: 10, windowMs: 10 * MINUTE_MS },
  'sign-up:address': { units: 5, windowMs: HOUR_MS },
  'sign-up:client': { units: 20, windowMs: HOUR_MS },
  /** New accounts: each may keep results and lists, so that one address must not make many of them. */
  'sign-up:account': { units: 4, windowMs: 4 * HOUR_MS },
  /** The same for a /48 of IPv6. */
  'sign-up:site': { units: 4 * CLIENTS_PER_SITE, windowMs: 4 * HOUR_MS },
  /** A request above the limit gets the same answer, and costs the client nothing. */
  'reset:address': { units: 3, windowMs: 10 * MINUTE_MS },
  'reset:client': { units: 10, windowMs: HOUR_MS },
  'new-password:token': { units: 10, windowMs: HOUR_MS },
  'new-password:client': { units: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>;

type Bucket = keyof typeof limits;

/** Who attempts to sign in, and the account name as sent, whether or not it exists. */
export interface SignInAttempt {
  readonly client: string;
  readonly account: string;
}

/** Call if an attempt was not a guess: gives back what it used. */
export type Succeed = () => Promise<void>;

/** Call if no account was made: gives back what a new one takes. */
export type Abandon = () => Promise<void>;

/** Counts attempts across all instances that share a store. Every method throws ToolError `rate-limited`. */
export interface Throttle {
  /** `device`: the name of a browser that has signed in to this account before. */
  signIn(attempt: SignInAttempt, device: string | null): Promise<Succeed>;
  confirm(account: string): Promise<Succeed>;
  signUp(attempt: SignInAttempt): Promise<Abandon>;
  /** False if this address has just requested the same: it gets the same answer, but nothing is done. */
  reset(attempt: SignInAttempt): Promise<boolean>;
  newPassword(client: string, token: string): Promise<void>;
}

export function createThrottle(now: () => number, shared: SharedStore | null): Throttle {
  const take = createBuckets(now, shared);

  /** A refused attempt uses up nothing: a new address that has to wait is still new when it tries again. */
  async function signInByStranger({ client, account }: SignInAttempt): Promise<Succeed> {
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
      // A browser that has used up its own attempts counts like any other.
      const known = device && (await take('sign-in:device', `${device} ${attempt.account}`).catch(() => null));
      return known ? known.giveBack : signInByStranger(attempt);
    },
    confirm: async (account) => (await take('confirm', account)).giveBack,
    async signUp({ client, account }) {
      await take('sign-up:address', `${client} ${account}`);
      await take('sign-up:client', client);
      const site = siteOf(client);
      const own = await take('sign-up:account', client);
      if (site === null) return own.giveBack;
      const ofSite = await take('sign-up:site', site).catch(async (error: unknown) => {
        await own.giveBack();
        throw error;
      });
      return async () => void (await Promise.all([own.giveBack(), ofSite.giveBack()]));
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
  /** Whether nothing had been used for a whole window. */
  readonly wasWhole: boolean;
  giveBack(): Promise<void>;
}

function createBuckets(now: () => number, shared: SharedStore | null) {
  const buckets = new Map<Bucket, AllowanceStore>();
  const bucketOf = (name: Bucket): AllowanceStore => createAllowanceStore(limits[name], now, shared);
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

/** The shared store must not reveal addresses. */
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');

function tooMany(retryInMs: number): ToolError {
  const retryAfterSeconds = Math.max(1, wholeSeconds(retryInMs));
  const soon = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
  const when = retryAfterSeconds > 90 ? `${Math.ceil(retryAfterSeconds / 60)} minutes` : soon;
  return new ToolError('rate-limited', `Too many attempts. Please try again in ${when}.`, { retryAfterSeconds });
}
