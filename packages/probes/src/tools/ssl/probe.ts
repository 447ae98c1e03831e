import type { Tools } from '@sonde/contract';
import type { Probe } from '../../probe.ts';
import { createAddressAllowance } from './address-allowance.ts';
import { type BudgetLimits, budgetLimits, createBudget } from './budget.ts';
import { checkServer } from './check-server.ts';
import { openPeer, targetOf } from './open-peer.ts';

export interface SslProbeOptions {
  readonly limits?: BudgetLimits;
}

export function createSslProbe({ limits = budgetLimits }: SslProbeOptions = {}): Probe<Tools['ssl']> {
  return async ({ domain, deep, revocation, starttls }, context) => {
    const target = targetOf(domain, starttls);
    const budget = createBudget(limits, context.signal);
    const allowance = createAddressAllowance(context.limits.tlsConnections);
    try {
      const scan = await openPeer(context.net, target, budget, allowance);
      return await checkServer(scan, { domain, deep, revocation, ...target }, context);
    } finally {
      budget.close();
      allowance.end();
    }
  };
}

/**
 * Everything a TLS server shows without an agreement: certificate, versions, suites, groups and known weaknesses, read
 * from hellos of our own.
 * @throws NetFailure when there is no TLS server, ToolError `rate-limited` when its address was checked too much just now
 */
export const probeSsl: Probe<Tools['ssl']> = createSslProbe();
