import { ToolError } from '@sonde/contract';
import type { AllowanceDecision, AllowanceStore, RateLimit } from '@sonde/probes';
import { CLIENTS_PER_SITE, siteOf } from '@sonde/probes';
import { isAccountClient, isTokenClient } from '../clients/token-client.ts';

/** The rate limit of a client that is identified by a token. */
export type TokenRate = (client: string) => RateLimit;

/**
 * The allowances of clients, and the larger ones of the /48 networks that IPv6 clients belong to. Accounts that are used from
 * one network share the allowance of one token there, since anyone may have several of them.
 */
export interface ClientAllowances {
  /** The rate limit of the client. */
  rateLimitOf(client: string): RateLimit;
  /**
   * Takes units from all these allowances; a promise only if allowances are shared with other instances.
   * @param network the network that the request came from; null if it is unknown, or is the client itself.
   */
  take(client: string, units: number, network?: string | null): AllowanceDecision | Promise<AllowanceDecision>;
}

export function createClientAllowances(
  rateLimit: RateLimit,
  createStore: (limit: RateLimit) => AllowanceStore,
  tokenRate: TokenRate = () => rateLimit,
): ClientAllowances {
  const rateLimitOf = (client: string) => (isTokenClient(client) ? tokenRate(client) : rateLimit);
  const tokens = createStoresByRate(createStore);
  const clients = createStore(rateLimit);
  const sites = createStore({ units: rateLimit.units * CLIENTS_PER_SITE, windowMs: rateLimit.windowMs });

  /** Accounts of a network, and of the /48 that it is in. */
  function takeOfAccounts(rate: RateLimit, network: string, units: number): Taken {
    const name = `accounts ${network}`;
    const own = tokens(rate).take(name, units);
    const site = siteOf(network);
    if (site === null) return own;
    const ofSite = { units: rate.units * CLIENTS_PER_SITE, windowMs: rate.windowMs };
    return thenAlso(own, {
      take: () => tokens(ofSite).take(`accounts ${site}`, units),
      giveBack: () => tokens(rate).take(name, -units),
    });
  }

  return {
    rateLimitOf,
    /** A call that one of the allowances refuses takes nothing from the others. */
    take(client, units, network = null) {
      if (isTokenClient(client)) {
        const rate = rateLimitOf(client);
        const own = tokens(rate).take(client, units);
        if (network === null || !isAccountClient(client)) return own;
        return thenAlso(own, {
          take: () => takeOfAccounts(rate, network, units),
          giveBack: () => tokens(rate).take(client, -units),
        });
      }
      const own = clients.take(client, units);
      const site = siteOf(client);
      if (site === null) return own;
      return thenAlso(own, {
        take: () => sites.take(site, units),
        giveBack: () => clients.take(client, -units),
      });
    },
  };
}

/** One store for each rate of tokens, of which there are as many as the operator has configured. */
function createStoresByRate(createStore: (limit: RateLimit) => AllowanceStore): (limit: RateLimit) => AllowanceStore {
  const stores = new Map<string, AllowanceStore>();
  return (limit) => {
    const key = `${limit.units}/${limit.windowMs}`;
    const known = stores.get(key) ?? createStore(limit);
    stores.set(key, known);
    return known;
  };
}

type Taken = AllowanceDecision | Promise<AllowanceDecision>;

interface Further {
  take(): Taken;
  /** Returns what was taken from the first allowance. */
  giveBack(): unknown;
}

/** Takes from a further allowance if the first one permits it, and nothing from either if that one refuses. */
function thenAlso(own: Taken, { take, giveBack }: Further): Taken {
  const both = (decision: AllowanceDecision, further: AllowanceDecision) => {
    if (!further.isAllowed) giveBack();
    return stricter(decision, further);
  };
  const also = (decision: AllowanceDecision): Taken => {
    if (!decision.isAllowed) return decision;
    const further = take();
    return further instanceof Promise ? further.then((later) => both(decision, later)) : both(decision, further);
  };
  return own instanceof Promise ? own.then(also) : also(own);
}

/** Combines a permission by the client's own allowance with the decision on its network: the smaller remainder counts. */
function stricter(own: AllowanceDecision, ofSite: AllowanceDecision): AllowanceDecision {
  if (!ofSite.isAllowed) return ofSite;
  return ofSite.remaining < own.remaining ? ofSite : own;
}

/** Whole seconds, rounded up. Sums of fractions are inexact: an excess of a billionth of a second must not add a second. */
export const wholeSeconds = (ms: number) => Math.ceil(Number((ms / 1000).toFixed(6)));

/** A call whose cost must be explained when it is refused. */
export interface Costly {
  readonly what: string;
  readonly units: number;
}

export function rateLimited({ retryInMs, remaining }: AllowanceDecision, costly?: Costly): ToolError {
  const retryAfterSeconds = Math.max(1, wholeSeconds(retryInMs));
  const when = retryAfterSeconds === 1 ? 'in a second' : `in ${retryAfterSeconds} seconds`;
  const why =
    costly === undefined
      ? 'Too many requests.'
      : `${costly.what} costs ${costly.units} units of your allowance, and ${remaining} are left.`;
  return new ToolError('rate-limited', `${why} Please try again ${when}.`, { retryAfterSeconds });
}
