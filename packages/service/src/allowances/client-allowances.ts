import { ToolError } from '@sonde/contract';
import type { AllowanceDecision, AllowanceStore, RateLimit } from '@sonde/probes';
import { CLIENTS_PER_SITE, siteOf } from '../clients/shares.ts';
import { isTokenClient } from '../clients/token-client.ts';

/** The rate limit of a client that is identified by a token. */
export type TokenRate = (client: string) => RateLimit;

/** The allowances of clients, and the larger ones of the /48 networks that IPv6 clients belong to. */
export interface ClientAllowances {
  /** The rate limit of the client. */
  rateLimitOf(client: string): RateLimit;
  /** Takes units from both allowances; a promise only if allowances are shared with other instances. */
  take(client: string, units: number): AllowanceDecision | Promise<AllowanceDecision>;
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

  function takeFromSite(
    own: AllowanceDecision,
    site: string,
    units: number,
  ): AllowanceDecision | Promise<AllowanceDecision> {
    if (!own.isAllowed) return own;
    const ofSite = sites.take(site, units);
    return ofSite instanceof Promise ? ofSite.then((later) => stricter(own, later)) : stricter(own, ofSite);
  }

  return {
    rateLimitOf,
    /** The client's own allowance comes first: a call refused there must not take anything from the allowance of its network. */
    take(client, units) {
      if (isTokenClient(client)) return tokens(rateLimitOf(client)).take(client, units);
      const own = clients.take(client, units);
      const site = siteOf(client);
      if (site === null) return own;
      return own instanceof Promise
        ? own.then((later) => takeFromSite(later, site, units))
        : takeFromSite(own, site, units);
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
