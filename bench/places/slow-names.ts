/** Lookups of these names are answered after a while, as if they took time; others at once. */
export const SLOW = 'slow-';

const SLOW_MS = { least: 20, most: 80 } as const;

/** Milliseconds after which a lookup of a name is answered. */
export function slowness(name: string): number {
  return name.startsWith(SLOW) ? SLOW_MS.least + Math.random() * (SLOW_MS.most - SLOW_MS.least) : 0;
}
