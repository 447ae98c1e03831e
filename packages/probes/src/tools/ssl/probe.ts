import type { Tools } from '@sonde/contract';
import type { Probe } from '../../probe.ts';
import { type BudgetLimits, budgetLimits, createBudget } from './budget.ts';
import { checkServer } from './check-server.ts';
import { openPeer, targetOf } from './open-peer.ts';
import { createTargetTurns } from './target-turns.ts';

export interface SslProbeOptions {
  /** Checks of one address and port within a minute, whoever asks. */
  readonly checksPerMinute?: number;
  readonly limits?: BudgetLimits;
}

/** A probe that remembers whom it has checked. */
export function createSslProbe({
  checksPerMinute = 2,
  limits = budgetLimits,
}: SslProbeOptions = {}): Probe<Tools['ssl']> {
  const turns = createTargetTurns({ perMinute: checksPerMinute, now: () => performance.now() });
  return async ({ domain, deep }, context) => {
    const target = targetOf(domain);
    const budget = createBudget(limits, context.signal);
    try {
      const scan = await openPeer(context.net, target, budget);
      const endTurn = turns.begin(scan.peer.address, scan.peer.port);
      try {
        return await checkServer(scan, { domain, deep, ...target }, context);
      } finally {
        endTurn();
      }
    } finally {
      budget.close();
    }
  };
}

/**
 * Everything a TLS server shows without an agreement: certificate, versions, suites, groups and known weaknesses, read
 * from hellos of our own.
 * @throws NetFailure when there is no TLS server, ToolError `busy` or `rate-limited` when it was checked just now
 */
export const probeSsl: Probe<Tools['ssl']> = createSslProbe();
