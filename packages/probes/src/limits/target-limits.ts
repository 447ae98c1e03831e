// limits/: how much all visitors together may send to one target, and the counters for it.

import type { AllowanceStore, RateLimit } from './allowance.ts';
import { type Claims, createMemoryClaims } from './claims.ts';
import { createFairAllowance, type FairAllowance, type MemoryFairAllowance } from './fair-allowance.ts';
import { createMemoryBudget, type QuestionBudget } from './question-budget.ts';
import { defaultLimitSettings, type LimitSettings } from './settings.ts';

/**
 * What all visitors together may send to one target, so that Sonde cannot be abused for attacks. It is divided between them,
 * so that nobody can use it up. Counted in this process unless several instances share the counters.
 */
export interface TargetLimits {
  /** Questions below one registrable domain; null if the operator has set no limit. */
  readonly zoneBudget: QuestionBudget | null;
  /** Running searches, by registrable domain. */
  readonly searches: Claims;
  /** Connections of TLS checks, by address, over all ports and names; null if the operator has set no limit. */
  readonly tlsConnections: FairAllowance | null;
  /** Questions to DNS servers named by visitors, by address; null if the operator has set no limit. */
  readonly serverQuestions: FairAllowance | null;
  /** Questions to one registry; null if this process alone asks it, for which the queue before each registry suffices. */
  readonly registryTurns: AllowanceStore | null;
  /** Questions to one certificate search. */
  readonly searchTurns: FairAllowance;
  /** Questions to one server of an authority that knows which certificates are revoked. */
  readonly revocationTurns: FairAllowance;
  /** Web checks of one host, by name or address; null if the operator has set no limit. */
  readonly webChecks: FairAllowance | null;
}

/** How often registries and other services that answer everybody may be asked, over all visitors and instances. */
export const serviceRates = {
  registry: { units: 1, windowMs: 1_000 },
  certificateSearch: { units: 10, windowMs: 10_000 },
  revocation: { units: 50, windowMs: 1_000 },
} as const satisfies Readonly<Record<string, RateLimit>>;

/** Limits counted in this process only. */
export interface OwnTargetLimits extends TargetLimits {
  readonly tlsConnections: MemoryFairAllowance | null;
  readonly serverQuestions: MemoryFairAllowance | null;
  readonly searchTurns: MemoryFairAllowance;
  readonly revocationTurns: MemoryFairAllowance;
  readonly webChecks: MemoryFairAllowance | null;
}

const monotonic = () => performance.now();

/** Limits counted in this process only. */
export function createTargetLimits(
  { zoneBudget, tlsBudget, serverBudget, webBudget }: LimitSettings,
  now: () => number = monotonic,
): OwnTargetLimits {
  return {
    zoneBudget: zoneBudget === null ? null : createMemoryBudget(zoneBudget, now),
    searches: createMemoryClaims(),
    tlsConnections: tlsBudget === null ? null : createFairAllowance(tlsBudget, now),
    serverQuestions: serverBudget === null ? null : createFairAllowance(serverBudget, now),
    registryTurns: null,
    searchTurns: createFairAllowance(serviceRates.certificateSearch, now),
    revocationTurns: createFairAllowance(serviceRates.revocation, now),
    webChecks: webBudget === null ? null : createFairAllowance(webBudget, now),
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
