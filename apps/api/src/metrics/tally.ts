import type { Counter } from 'prom-client';

/** A counter with labels. */
export interface CounterTally {
  add(values: readonly string[], amount?: number): void;
  /** Copies the sums into a prom-client counter with the same labels in the same order. */
  writeTo(counter: Counter): void;
}

/**
 * Counts on the hot path of every request, more cheaply than prom-client (decision 036), which gets the sums when it
 * is scraped.
 */
export function createTally(): CounterTally {
  const sums = new Map<string, { readonly values: readonly string[]; sum: number }>();
  return {
    add(values, amount = 1) {
      // Faster than `join`, and executed for every request.
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
