import { ToolError } from '@sonde/contract';
import type { FastifyReply } from 'fastify';
import type { AllowanceStore, RateLimit, Verdict } from './allowance.ts';
import { createInHand } from './in-hand.ts';
import { rateHeaders, seconds } from './rate-headers.ts';
import { CLIENTS_PER_SITE, siteOf } from './shares.ts';

/** What one client may ask of us. */
export interface Limits {
  /**
   * Takes the price from the client's allowance and tells it what is left. The result is a promise only where the
   * allowances are kept elsewhere.
   * @throws ToolError `rate-limited`.
   */
  charge(reply: FastifyReply, client: string, units: number): Promise<void> | undefined;
  /**
   * Counts a lookup that the client has caused; what is given back ends it.
   * @throws ToolError `rate-limited`.
   */
  begin(client: string): () => void;
}

export const unlimited: Limits = { charge: () => undefined, begin: () => () => {} };

/** The allowances of clients, and the wider ones of the /48 networks that IPv6 clients belong to. */
export interface ClientAllowances {
  readonly clients: AllowanceStore;
  readonly sites: AllowanceStore;
}

/** Makes both of the same kind. */
export function createClientAllowances(
  rateLimit: RateLimit,
  createStore: (limit: RateLimit) => AllowanceStore,
): ClientAllowances {
  const { units, windowMs } = rateLimit;
  return { clients: createStore(rateLimit), sites: createStore({ units: units * CLIENTS_PER_SITE, windowMs }) };
}

export function createLimits(rateLimit: RateLimit, { clients, sites }: ClientAllowances): Limits {
  const inHand = createInHand();
  const apply = (reply: FastifyReply, verdict: Verdict) => {
    reply.headers(rateHeaders(rateLimit, verdict));
    if (!verdict.isAllowed) throw tooMany(verdict);
  };

  function takeFromSite(own: Verdict, site: string, units: number): Verdict | Promise<Verdict> {
    if (!own.isAllowed) return own;
    const ofSite = sites.take(site, units);
    return ofSite instanceof Promise ? ofSite.then((later) => tighter(own, later)) : tighter(own, ofSite);
  }

  /** From the client's own first: what is refused there must not cost its neighbours anything. */
  function take(client: string, units: number): Verdict | Promise<Verdict> {
    const own = clients.take(client, units);
    const site = siteOf(client);
    if (site === null) return own;
    return own instanceof Promise
      ? own.then((later) => takeFromSite(later, site, units))
      : takeFromSite(own, site, units);
  }

  return {
    charge(reply, client, units) {
      const verdict = take(client, units);
      if (verdict instanceof Promise) return verdict.then((later) => apply(reply, later));
      apply(reply, verdict);
    },
    begin: inHand.begin,
  };
}

/** The client's own has allowed it; what is left is what both leave. */
function tighter(own: Verdict, ofSite: Verdict): Verdict {
  if (!ofSite.isAllowed) return ofSite;
  return ofSite.remaining < own.remaining ? ofSite : own;
}

function tooMany({ retryInMs }: Verdict): ToolError {
  const retryAfterSeconds = Math.max(1, seconds(retryInMs));
  const when = retryAfterSeconds === 1 ? 'in a second' : `in ${retryAfterSeconds} seconds`;
  return new ToolError('rate-limited', `Too many requests. Please try again ${when}.`, { retryAfterSeconds });
}
