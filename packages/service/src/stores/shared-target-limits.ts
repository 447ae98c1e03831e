import {
  type AllowanceStore,
  createMemoryAllowances,
  createTargetLimits,
  type LimitSettings,
  serviceRates,
  type TargetLimits,
} from '@sonde/probes';
import { createSharedAllowances } from './shared-allowances.ts';
import { createSharedClaims } from './shared-claims.ts';
import { createSharedFairAllowance } from './shared-fair-allowance.ts';
import { createSharedQuestionBudget } from './shared-question-budget.ts';
import type { SharedStore } from './shared-store.ts';

/**
 * What visitors of this instance, and of all others that share its store, may send to targets.
 * @param registryTurns turns that processes share otherwise if they have no such store
 */
export function targetLimitsOf(
  settings: LimitSettings,
  shared: SharedStore | null,
  registryTurns: AllowanceStore | null = null,
): TargetLimits {
  const own = createTargetLimits(settings);
  if (shared === null) return { ...own, registryTurns };
  const { registry, certificateSearch, revocation } = serviceRates;
  const { zoneBudget: rules, tlsBudget, serverBudget, webBudget } = settings;
  const { zoneBudget, tlsConnections, serverQuestions, searchTurns, revocationTurns, webChecks } = own;
  return {
    zoneBudget: zoneBudget && rules && createSharedQuestionBudget(shared, rules, zoneBudget),
    searches: createSharedClaims(shared, own.searches),
    tlsConnections: tlsConnections && tlsBudget && createSharedFairAllowance(shared, tlsBudget, tlsConnections),
    serverQuestions:
      serverQuestions && serverBudget && createSharedFairAllowance(shared, serverBudget, serverQuestions),
    registryTurns: createSharedAllowances(
      shared,
      registry,
      createMemoryAllowances(registry, () => performance.now()),
    ),
    searchTurns: createSharedFairAllowance(shared, certificateSearch, searchTurns),
    revocationTurns: createSharedFairAllowance(shared, revocation, revocationTurns),
    webChecks: webChecks && webBudget && createSharedFairAllowance(shared, webBudget, webChecks),
  };
}
