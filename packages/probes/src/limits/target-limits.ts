// limits/: how much all visitors together may send to one target, and the counters for it.

import { type AllowanceStore, createMemoryAllowances, type MemoryAllowances, type RateLimit } from './allowance.ts';
import { type Claims, createMemoryClaims } from './claims.ts';
import { createMemoryBudget, type QuestionBudget } from './question-budget.ts';
import { defaultLimitSettings, type LimitSettings } from './settings.ts';

/**
 * What all visitors together may send to one target, so that Sonde cannot be abused for attacks. Counted in this process
 * unless several instances share the counters.
 */
export interface TargetLimits {
  /** Questions below one registrable domain; null if the operator has set no limit. */
  readonly zoneBudget: QuestionBudget | null;
  /** The part of it that one client may use, by client and domain; null if there is no limit. */
  readonly zoneBudgetOfClient: QuestionBudget | null;
  /** Running searches, by registrable domain. */
  readonly searches: Claims;
  /** Connections of TLS checks, by address, over all ports and names; null if the operator has set no limit. */
  readonly tlsConnections: AllowanceStore | null;
  /** Questions to DNS servers named by visitors, by address; null if the operator has set no limit. */
  readonly serverQuestions: AllowanceStore | null;
}

/** Limits counted in this process only. */
export interface OwnTargetLimits extends TargetLimits {
  readonly tlsConnections: MemoryAllowances | null;
  readonly serverQuestions: MemoryAllowances | null;
}

/** For windows that are too short for that to matter, all of it: it would only slow the lookup down. */
const LONG_WINDOW_MS = 10_000;
const halfOf = ({ units, windowMs }: RateLimit): RateLimit => ({
  units: windowMs < LONG_WINDOW_MS ? units : Math.ceil(units / 2),
  windowMs,
});

const monotonic = () => performance.now();

/** Limits counted in this process only. */
export function createTargetLimits(
  { zoneBudget, tlsBudget, serverBudget }: LimitSettings,
  now: () => number = monotonic,
): OwnTargetLimits {
  return {
    zoneBudget: zoneBudget === null ? null : createMemoryBudget(zoneBudget, now),
    zoneBudgetOfClient: zoneBudget === null ? null : createMemoryBudget(zoneBudget.map(halfOf), now),
    searches: createMemoryClaims(),
    tlsConnections: tlsBudget === null ? null : createMemoryAllowances(tlsBudget, now),
    serverQuestions: serverBudget === null ? null : createMemoryAllowances(serverBudget, now),
  };
}

const byNet = new WeakMap<object, TargetLimits>();

/** The default limits for all lookups through one `Net`, for callers that pass none, which must not mean unlimited. */
export function defaultLimitsOf(net: object): TargetLimits {
  const known = byNet.get(net);
  if (known !== undefined) return known;
  const made = createTargetLimits(defaultLimitSettings);
  byNet.set(net, made);
  return made;
}
