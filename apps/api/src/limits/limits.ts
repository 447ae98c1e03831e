import type { AllowanceDecision } from '@sonde/probes';
import { type ClientAllowances, rateLimited } from '@sonde/service';
import type { FastifyReply } from 'fastify';
import { rateHeaders } from './rate-headers.ts';

/** The allowance of each client, and the header fields that tell what is left of it. */
export interface ClientLimits {
  /**
   * Takes units from the client's allowance and sets the header fields. A promise only where the allowances are shared
   * with other instances.
   * @throws ToolError `rate-limited`.
   */
  charge(reply: FastifyReply, client: string, units: number): Promise<void> | undefined;
}

/** `allowances`: null when clients are not limited. */
export function createClientLimits(allowances: ClientAllowances | null): ClientLimits {
  if (allowances === null) return { charge: () => undefined };
  const apply = (reply: FastifyReply, decision: AllowanceDecision) => {
    reply.headers(rateHeaders(allowances.rateLimit, decision));
    if (!decision.isAllowed) throw rateLimited(decision);
  };
  return {
    charge(reply, client, units) {
      const decision = allowances.take(client, units);
      if (decision instanceof Promise) return decision.then((later) => apply(reply, later));
      apply(reply, decision);
      return undefined;
    },
  };
}
