import type { AllowanceDecision } from '@sonde/probes';
import { type ClientAllowances, type Costly, rateLimited } from '@sonde/service';
import type { FastifyReply } from 'fastify';
import { networkOf } from './client.ts';
import { rateHeaders } from './rate-headers.ts';

/** Charges clients' allowances, and reports what is left in header fields. */
export interface ClientLimits {
  /** Whether allowances are shared with other instances, so that a charge has to be waited for. */
  readonly areShared: boolean;
  /**
   * Takes cost units from the client's allowance and sets the header fields. Returns a promise only if allowances are
   * shared. `what` names the charged thing, so that a refusal can explain its cost.
   * @throws ToolError `rate-limited`.
   */
  charge(reply: FastifyReply, client: string, units: number, what?: string): Promise<void> | undefined;
}

/** `allowances` is null if clients are not limited. */
export function createClientLimits(allowances: ClientAllowances | null, areShared: boolean): ClientLimits {
  if (allowances === null) return { areShared: false, charge: () => undefined };
  const apply = (reply: FastifyReply, client: string, decision: AllowanceDecision, costly?: Costly) => {
    reply.headers(rateHeaders(allowances.rateLimitOf(client), decision));
    if (!decision.isAllowed) throw rateLimited(decision, costly);
  };
  return {
    areShared,
    charge(reply, client, units, what) {
      const costly = what === undefined ? undefined : { what, units };
      const decision = allowances.take(client, units, networkOf(reply.request));
      if (decision instanceof Promise) return decision.then((later) => apply(reply, client, later, costly));
      apply(reply, client, decision, costly);
      return undefined;
    },
  };
}
