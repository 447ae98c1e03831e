/** How long the lookups of each tool take on this server, from the start of the measurement. */
export interface MeanDurations {
  add(tool: string, durationMs: number): void;
  /** In milliseconds; null before the first lookup. */
  of(tool: string): number | null;
}

/** The mean follows about this many of the latest lookups. */
const LATEST = 100;

/** An exponential moving average for each tool; the plain mean while there are few lookups. */
export function createMeanDurations(): MeanDurations {
  const means = new Map<string, { readonly ms: number; readonly count: number }>();
  return {
    add(tool, durationMs) {
      const { ms, count } = means.get(tool) ?? { ms: 0, count: 0 };
      const weight = 1 / Math.min(count + 1, LATEST);
      means.set(tool, { ms: ms + weight * (durationMs - ms), count: count + 1 });
    },
    of: (tool) => means.get(tool)?.ms ?? null,
  };
}
