import { createTargetLimits, type LimitSettings, type TargetLimits } from '@sonde/probes';
import { createSharedAllowances } from './shared-allowances.ts';
import { createSharedClaims } from './shared-claims.ts';
import { createSharedQuestionBudget } from './shared-question-budget.ts';
import type { SharedStore } from './shared-store.ts';

/** What visitors of this instance, and of all others that share its store, may send to targets. */
export function targetLimitsOf(settings: LimitSettings, shared: SharedStore | null): TargetLimits {
  const own = createTargetLimits(settings);
  if (shared === null) return own;
  const { zoneBudget: rules, tlsBudget, serverBudget } = settings;
  const { zoneBudget, tlsConnections, serverQuestions } = own;
  return {
    zoneBudget: zoneBudget && rules && createSharedQuestionBudget(shared, rules, zoneBudget),
    zoneBudgetOfClient: own.zoneBudgetOfClient,
    searches: createSharedClaims(shared, own.searches),
    tlsConnections: tlsConnections && tlsBudget && createSharedAllowances(shared, tlsBudget, tlsConnections),
    serverQuestions: serverQuestions && serverBudget && createSharedAllowances(shared, serverBudget, serverQuestions),
  };
}
