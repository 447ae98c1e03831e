import { createTargetLimits, type LimitSettings, type TargetLimits } from '@sonde/probes';
import { createSharedAllowances } from './shared-allowances.ts';
import { createSharedClaims } from './shared-claims.ts';
import type { SharedMemory } from './shared-memory.ts';
import { createSharedQuestionBudget } from './shared-question-budget.ts';

/** What targets may be asked by the visitors of this server, and of all others that share its store. */
export function targetLimitsOf(settings: LimitSettings, shared: SharedMemory | null): TargetLimits {
  const own = createTargetLimits(settings);
  if (shared === null) return own;
  const { zoneBudget: rules, tlsBudget } = settings;
  const { zoneBudget, tlsConnections } = own;
  return {
    zoneBudget: zoneBudget && rules && createSharedQuestionBudget(shared, rules, zoneBudget),
    searches: createSharedClaims(shared, own.searches),
    tlsConnections: tlsConnections && tlsBudget && createSharedAllowances(shared, tlsBudget, tlsConnections),
  };
}
