import { ToolError } from '@sonde/contract';
import type { AllowanceDecision, AllowanceStore, RateLimit } from '@sonde/probes';
import { CLIENTS_PER_SITE, siteOf } from '../clients/shares.ts';

/** The allowances of clients, and the wider ones of the /48 networks that IPv6 clients belong to. */
export interface ClientAllowances {
  readonly rateLimit: RateLimit;
  /** Takes units from both; a promise only where the allowances are shared with other instances. */
  take(client: string, units: number): AllowanceDecision | Promise<AllowanceDecision>;
}

export function createClientAllowances(
  rateLimit: RateLimit,
  createStore: (limit: RateLimit) => AllowanceStore,
): ClientAllowances {
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
    rateLimit,
    /** From the client's own allowance first: a call that is refused there must cost its network nothing. */
    take(client, units) {
      const own = clients.take(client, units);
      const site = siteOf(client);
      if (site === null) return own;
      return own instanceof Promise
        ? own.then((later) => takeFromSite(later, site, units))
        : takeFromSite(own, site, units);
    },
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
