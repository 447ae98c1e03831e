import { CLIENTS_PER_SITE, siteOf } from './shares.ts';

/**
 * How many times as much as is left one client may hold of what all share (dynamic thresholds, Choudhury and Hahne 1998):
 * alone half of everything, two of them a third each, and however many there are, something is left for the next one.
 */
export const SHARE_OF_FREE = 1;

/** Rounding must not refuse the last unit. */
const ROUNDING = 1e-6;

/** The names under which the part of a client is counted: its own, and that of the /48 network to which it belongs. */
export function countedNames(client: string): readonly string[] {
  const site = siteOf(client);
  return site === null ? [client] : [client, site];
}

/** What a client holds, or its share of what its /48 network holds, whichever is more. */
export function heldBy(client: string, heldUnder: (name: string) => number): number {
  const site = siteOf(client);
  const own = heldUnder(client);
  return site === null ? own : Math.max(own, heldUnder(site) / CLIENTS_PER_SITE);
}

/** Something that clients want to take together, each the same part of it. */
export interface Claimants {
  /** How many there are; 0 if it belongs to nobody in particular, who may take everything that is left. */
  readonly count: number;
  /** What the one that holds least has: whoever joins the lookup of another one does not harm it. */
  readonly least: number;
}

/** How much these may take now. Whoever holds nothing may take one unit, if one is left. */
export function mayTake(free: number, { count, least }: Claimants, shareOfFree = SHARE_OF_FREE): number {
  const all = Math.max(0, Math.floor(free + ROUNDING));
  if (count === 0) return all;
  const fair = Math.floor((shareOfFree * free - least) / (shareOfFree + 1 / count) + ROUNDING);
  return Math.min(all, Math.max(least < ROUNDING ? 1 : 0, fair));
}
