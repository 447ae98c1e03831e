import type { AllowanceDecision } from '@sonde/probes';
import { type ClientAllowances, type Costly, rateLimited } from '@sonde/service';
import type { FastifyReply } from 'fastify';
import { rateHeaders } from './rate-headers.ts';

/** The allowance of each client, and the header fields that tell what is left of it. */
export interface ClientLimits {
  /**
   * Takes units from the client's allowance and sets the header fields. A promise only where the allowances are shared
   * with other instances. `what` names something whose cost a refusal has to explain.
   * @throws ToolError `rate-limited`.
   */
  charge(reply: FastifyReply, client: string, units: number, what?: string): Promise<void> | undefined;
}

/** `allowances`: null when clients are not limited. */
export function createClientLimits(allowances: ClientAllowances | null): ClientLimits {
  if (allowances === null) return { charge: () => undefined };
  const apply = (reply: FastifyReply, client: string, decision: AllowanceDecision, costly?: Costly) => {
    reply.headers(rateHeaders(allowances.rateLimitOf(client), decision));
    if (!decision.isAllowed) throw rateLimited(decision, costly);
  };
  return {
    charge(reply, client, units, what) {
      const costly = what === undefined ? undefined : { what, units };
      const decision = allowances.take(client, units);
      if (decision instanceof Promise) return decision.then((later) => apply(reply, client, later, costly));
      apply(reply, client, decision, costly);
      return undefined;
    },
  };
}
