import type { Requesters } from './requesters.ts';

/** A lookup that waits for a slot or holds one. */
export interface SlotRequest {
  readonly requesters: Requesters;
  readonly target: string;
}

/** How much a lookup counts when slots are shared. */
export interface Load {
  /** The share of its client, see `Shares`. */
  readonly share: number;
  /** The number of lookups of its target, by any client. */
  readonly ofTarget: number;
}

/** Negative if `a` comes first. */
export type Order = (a: Load, b: Load) => number;

export const lighterFirst: Order = (a, b) => compare(a.share, b.share) || compare(a.ofTarget, b.ofTarget);
export const heavierFirst: Order = (a, b) => lighterFirst(b, a);

/** Not by subtraction, since infinity minus infinity is NaN. */
function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The item that comes first; among equal ones the earliest in the list. */
export function firstOf<Item>(items: readonly Item[], loadOf: (item: Item) => Load, order: Order): Item | undefined {
  let best: { readonly item: Item; readonly load: Load } | undefined;
  for (const item of items) {
    const load = loadOf(item);
    if (best === undefined || order(load, best.load) < 0) best = { item, load };
  }
  return best?.item;
}
