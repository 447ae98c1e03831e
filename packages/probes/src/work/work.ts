// work/: what is done for a visitor, counted where it is done and shared fairly between visitors.

import type { WorkBudget } from './work-budget.ts';

/** Those for whom a lookup is made. */
export interface WorkOwner {
  /** The clients that wait for it; they may change while it runs. Empty if nobody in particular does. */
  clients(): readonly string[];
  /** True for lookups of lists, which come after those of all visitors. */
  readonly isBackground: boolean;
}

/** The lookup to which some work belongs. */
export interface Work {
  readonly owner: WorkOwner;
  readonly budget: WorkBudget;
}

/** Owns what belongs to no lookup. */
export const nobody: WorkOwner = { clients: () => [], isBackground: false };

const works = new WeakMap<AbortSignal, Work>();

/** The lookup to which this signal belongs; undefined for work of this server itself. */
export function workOf(signal: AbortSignal): Work | undefined {
  return works.get(signal);
}

/** Whatever runs under this signal, or under one derived from it, is counted as part of this lookup. */
export function attachWork(signal: AbortSignal, work: Work | undefined): void {
  if (work !== undefined) works.set(signal, work);
}

export function inheritWork(derived: AbortSignal, parents: readonly AbortSignal[]): void {
  for (const parent of parents) {
    const work = works.get(parent);
    if (work === undefined) continue;
    works.set(derived, work);
    return;
  }
}

/**
 * Runs a decoder and counts the processor time that it takes.
 * @throws NetFailure `work-limit`, without decoding, if the lookup has already used up its limits
 */
export function decodeFor<Decoded>(signal: AbortSignal, decode: () => Decoded): Decoded {
  const budget = works.get(signal)?.budget;
  if (budget === undefined) return decode();
  budget.spend('decodingMs', 0);
  const startedAtMs = performance.now();
  try {
    return decode();
  } finally {
    budget.note('decodingMs', performance.now() - startedAtMs);
  }
}
