import { type AllowanceStore, createMemoryAllowances, type MemoryAllowances } from './allowance.ts';
import { type Claims, createMemoryClaims } from './claims.ts';
import { createMemoryBudget, type QuestionBudget } from './question-budget.ts';
import { defaultLimitSettings, type LimitSettings } from './settings.ts';

/**
 * What all visitors together may do to one target, so that nobody can use us against others. Counted in this process,
 * unless whoever runs several shares the counters among them.
 */
export interface TargetLimits {
  /** Questions below one registrable domain; null where the operator has set no bound. */
  readonly zoneBudget: QuestionBudget | null;
  /** Searches under way, by registrable domain. */
  readonly searches: Claims;
  /** Connections of TLS checks, by address, over all ports and names; null where the operator has set no bound. */
  readonly tlsConnections: AllowanceStore | null;
}

/** Limits that are counted in this process alone. */
export interface OwnTargetLimits extends TargetLimits {
  readonly tlsConnections: MemoryAllowances | null;
}

const monotonic = () => performance.now();

/** Limits that are counted in this process alone. */
export function createTargetLimits(
  { zoneBudget, tlsBudget }: LimitSettings,
  now: () => number = monotonic,
): OwnTargetLimits {
  return {
    zoneBudget: zoneBudget === null ? null : createMemoryBudget(zoneBudget, now),
    searches: createMemoryClaims(),
    tlsConnections: tlsBudget === null ? null : createMemoryAllowances(tlsBudget, now),
  };
}

const byDoor = new WeakMap<object, TargetLimits>();

/** The default limits of all lookups through one door: for a caller that brings none, which must not mean no limits. */
export function defaultLimitsOf(door: object): TargetLimits {
  const known = byDoor.get(door);
  if (known !== undefined) return known;
  const made = createTargetLimits(defaultLimitSettings);
  byDoor.set(door, made);
  return made;
}
