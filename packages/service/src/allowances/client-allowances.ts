import { ToolError } from '@sonde/contract';
import type { AllowanceDecision, AllowanceStore, RateLimit } from '@sonde/probes';
import { CLIENTS_PER_SITE, siteOf } from '../clients/shares.ts';
import { isTokenClient } from '../clients/token-client.ts';

/** The allowance of a client that is known by a token. */
export type TokenRate = (client: string) => RateLimit;

/** The allowances of clients, and the wider ones of the /48 networks that IPv6 clients belong to. */
export interface ClientAllowances {
  /** What the client may take in all. */
  rateLimitOf(client: string): RateLimit;
  /** Takes units from both; a promise only where the allowances are shared with other instances. */
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
    /** From the client's own allowance first: a call that is refused there must cost its network nothing. */
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

/** Tokens differ in their rates, of which there are as many as the operator has written down. */
function createStoresByRate(createStore: (limit: RateLimit) => AllowanceStore): (limit: RateLimit) => AllowanceStore {
  const stores = new Map<string, AllowanceStore>();
  return (limit) => {
    const key = `${limit.units}/${limit.windowMs}`;
    const known = stores.get(key) ?? createStore(limit);
    stores.set(key, known);
    return known;
  };
}

/** The client's own allowance has permitted it; what is left is the smaller of the two. */
function stricter(own: AllowanceDecision, ofSite: AllowanceDecision): AllowanceDecision {
  if (!ofSite.isAllowed) return ofSite;
  return ofSite.remaining < own.remaining ? ofSite : own;
}

/** Whole seconds, rounded up. Sums of fractions are inexact: a billionth of a second must not add another second. */
export const wholeSeconds = (ms: number) => Math.ceil(Number((ms / 1000).toFixed(6)));

/** Something whose cost has to be explained when it is refused. */
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
