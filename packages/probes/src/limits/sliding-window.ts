import type { RateLimit } from './allowance.ts';

/**
 * A window slides by a fortieth of its length, and a question counts until the slice in which it was asked has left the
 * window: the limit holds for every window of that length, wherever it begins. A token bucket of the same size would allow
 * twice as many: a full bucket at once, and what is refilled meanwhile.
 */
export const SLICES = 40;

/** What counts within one window, by slice, oldest first. */
export class SlidingWindow {
  readonly #sliceMs: number;
  readonly #counts = new Map<number, number>();
  #used = 0;

  constructor({ windowMs }: RateLimit) {
    this.#sliceMs = windowMs / SLICES;
  }

  usedAt(nowMs: number): number {
    const oldest = this.#oldestAt(nowMs);
    for (const [slice, count] of this.#counts) {
      if (slice >= oldest) break;
      this.#counts.delete(slice);
      this.#used -= count;
    }
    // Parts of a question are shared by those who wait for it, and their sums are inexact.
    if (this.#counts.size === 0) this.#used = 0;
    return this.#used;
  }

  /** What will still count then, if nothing is added. */
  usedLater(atMs: number): number {
    const oldest = this.#oldestAt(atMs);
    let used = 0;
    for (const [slice, count] of this.#counts) if (slice >= oldest) used += count;
    return used;
  }

  add(amount: number, nowMs: number): void {
    const slice = Math.floor(nowMs / this.#sliceMs);
    this.#counts.set(slice, (this.#counts.get(slice) ?? 0) + amount);
    this.#used += amount;
  }

  /** The times after which less will count. */
  changes(): number[] {
    return [...this.#counts.keys()].map((slice) => (slice + SLICES + 1) * this.#sliceMs);
  }

  #oldestAt(nowMs: number): number {
    return Math.floor(nowMs / this.#sliceMs) - SLICES;
  }
}

/** The windows of many names, one for each rule. */
export interface Windows {
  readonly size: number;
  /** Names for which there is no room share the windows of `others`. */
  of(name: string, others: string): readonly SlidingWindow[];
  /** Removes names of which nothing counts any more, and which nobody is about to add to. */
  forgetIdle(nowMs: number): void;
}

/** More than one call can add. */
const FORGOTTEN_AT_ONCE = 8;

/** Keeps up to `max` names, and beyond that one for each of the `others`. A name is removed only when nothing of it counts. */
export function createWindows(rules: readonly RateLimit[], max: number): Windows {
  const known = new Map<string, readonly SlidingWindow[]>();

  return {
    get size() {
      return known.size;
    },
    /** Least recently used first. */
    forgetIdle(nowMs) {
      let left = FORGOTTEN_AT_ONCE;
      for (const [name, windows] of known) {
        if (left === 0 || windows.some((window) => window.usedAt(nowMs) > 0)) return;
        known.delete(name);
        left -= 1;
      }
    },
    of(wanted, others) {
      const name = known.has(wanted) || known.size < max ? wanted : others;
      const windows = known.get(name) ?? rules.map((rule) => new SlidingWindow(rule));
      known.delete(name);
      known.set(name, windows);
      return windows;
    },
  };
}
