import type { Requesters } from './requesters.ts';

/** A lookup that wants a slot, or has one. */
export interface SlotRequest {
  readonly requesters: Requesters;
  readonly target: string;
}

/** The share of the slots that a lookup counts for. */
export interface Load {
  /** Of its client, see `Shares`. */
  readonly share: number;
  /** Of its target, whichever clients ask for it. */
  readonly ofTarget: number;
}

/** Negative where `a` comes first. */
export type Order = (a: Load, b: Load) => number;

export const lighterFirst: Order = (a, b) => compare(a.share, b.share) || compare(a.ofTarget, b.ofTarget);
export const heavierFirst: Order = (a, b) => lighterFirst(b, a);

/** Not by subtraction: infinity minus infinity is NaN. */
function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The item that comes first; of equal ones the earliest in the list. */
export function firstOf<Item>(items: readonly Item[], loadOf: (item: Item) => Load, order: Order): Item | undefined {
  let best: { readonly item: Item; readonly load: Load } | undefined;
  for (const item of items) {
    const load = loadOf(item);
    if (best === undefined || order(load, best.load) < 0) best = { item, load };
  }
  return best?.item;
}
