import type { Counter } from 'prom-client';

/** Sums by label values. */
export interface Tally {
  add(values: readonly string[], amount?: number): void;
  /** Puts the sums into a counter of prom-client, whose labels have the same order. */
  writeTo(counter: Counter): void;
}

/**
 * Counts on the path of every request, where prom-client would take three times as long (decision 040). prom-client gets
 * the sums when it is scraped.
 */
export function createTally(): Tally {
  const sums = new Map<string, { readonly values: readonly string[]; sum: number }>();
  return {
    add(values, amount = 1) {
      // Faster than `join`, and used for every request.
      let key = '';
      for (let index = 0; index < values.length; index += 1) key += `${values[index]}\n`;
      const known = sums.get(key);
      if (known === undefined) sums.set(key, { values, sum: amount });
      else known.sum += amount;
    },
    writeTo(counter) {
      counter.reset();
      for (const { values, sum } of sums.values()) counter.labels(...values).inc(sum);
    },
  };
}
