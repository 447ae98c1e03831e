import type { Claim } from './claims.ts';

/** A lookup that wants a place, or has one. */
export interface PlaceRequest {
  readonly claim: Claim;
  readonly target: string;
}

/** What somebody holds of what is shared. */
export interface Standing {
  /** Of the client, see `Shares`. */
  readonly share: number;
  /** Of the target, whoever asks for it. */
  readonly ofTarget: number;
}

/** Negative where `a` comes first. */
export type Order = (a: Standing, b: Standing) => number;

export const lighterFirst: Order = (a, b) => compare(a.share, b.share) || compare(a.ofTarget, b.ofTarget);
export const heavierFirst: Order = (a, b) => lighterFirst(b, a);

/** Not by subtraction: infinity less infinity is no number. */
function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The one that comes first; of equals the one that was there first. */
export function firstOf<Item>(
  items: readonly Item[],
  standingOf: (item: Item) => Standing,
  order: Order,
): Item | undefined {
  let best: { readonly item: Item; readonly standing: Standing } | undefined;
  for (const item of items) {
    const standing = standingOf(item);
    if (best === undefined || order(standing, best.standing) < 0) best = { item, standing };
  }
  return best?.item;
}
