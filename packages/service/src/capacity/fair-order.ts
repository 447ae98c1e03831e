import type { Requesters } from './requesters.ts';

/** A lookup that waits for a slot or holds one. */
export interface SlotRequest {
  readonly requesters: Requesters;
  readonly target: string;
}

/** How much a lookup counts when slots are shared. */
export interface Load {
  /** True if only lists wait for it: they come after all visitors. */
  readonly isBackground: boolean;
  /** The share of its client, see `Shares`. */
  readonly share: number;
  /** The number of lookups of its target, by any client. */
  readonly ofTarget: number;
}

/** Negative if `a` comes first. */
export type FairOrder = (a: Load, b: Load) => number;

export const lighterFirst: FairOrder = (a, b) =>
  Number(a.isBackground) - Number(b.isBackground) || compare(a.share, b.share) || compare(a.ofTarget, b.ofTarget);
export const heavierFirst: FairOrder = (a, b) => lighterFirst(b, a);

/** Whether `one` must give way to `other`: if its client holds more than that of `other`, by more than `lead`. */
export function givesWay(one: SlotRequest, other: SlotRequest, lead: number): boolean {
  const [background, visitors] = [one.requesters.isBackground, !other.requesters.isBackground];
  if (background === visitors) return background;
  return one.requesters.runningShare() > other.requesters.runningShare() + lead;
}

/** Not by subtraction, since infinity minus infinity is NaN. */
function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The item that comes first; among equal ones the earliest in the list. */
export function firstOf<Item>(
  items: readonly Item[],
  loadOf: (item: Item) => Load,
  order: FairOrder,
): Item | undefined {
  let best: { readonly item: Item; readonly load: Load } | undefined;
  for (const item of items) {
    const load = loadOf(item);
    if (best === undefined || order(load, best.load) < 0) best = { item, load };
  }
  return best?.item;
}
