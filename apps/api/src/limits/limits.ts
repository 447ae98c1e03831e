import { ToolError } from '@sonde/contract';
import type { FastifyReply } from 'fastify';
import { type AllowanceStore, createMemoryAllowances, type RateLimit, type Verdict } from './allowance.ts';
import { createInHand } from './in-hand.ts';
import { rateHeaders, seconds } from './rate-headers.ts';

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

export function createLimits(
  rateLimit: RateLimit,
  now: () => number,
  allowances: AllowanceStore = createMemoryAllowances(rateLimit, now),
): Limits {
  const inHand = createInHand();
  const apply = (reply: FastifyReply, verdict: Verdict) => {
    reply.headers(rateHeaders(rateLimit, verdict));
    if (!verdict.isAllowed) throw tooMany(verdict);
  };
  return {
    charge(reply, client, units) {
      const verdict = allowances.take(client, units);
      if (verdict instanceof Promise) return verdict.then((later) => apply(reply, later));
      apply(reply, verdict);
    },
    begin: inHand.begin,
  };
}

function tooMany({ retryInMs }: Verdict): ToolError {
  const retryAfterSeconds = Math.max(1, seconds(retryInMs));
  const when = retryAfterSeconds === 1 ? 'in a second' : `in ${retryAfterSeconds} seconds`;
  return new ToolError('rate-limited', `Too many requests. Please try again ${when}.`, { retryAfterSeconds });
}
