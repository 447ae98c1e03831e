import type { RateLimit } from './allowance.ts';

/** How many of the requested questions are granted. */
export interface Grant {
  /** Number of questions that may be asked now; 0 when the budget is used up. */
  readonly questions: number;
  /** Milliseconds until one more may be asked; 0 if some were granted. */
  readonly retryInMs: number;
  /** Milliseconds until a quarter of the budget is available again, so that a retry is worthwhile; 0 if some were granted. */
  readonly quarterFreeInMs: number;
}

/** Limits the questions to the name servers of one registrable domain, over all visitors. */
export interface QuestionBudget {
  /** How many questions to take at once: enough to be fast, few enough to leave little unused. */
  readonly portion: number;
  /** Counts as many of `questions` as the budget allows. Never rejects. */
  take(zone: string, questions: number): Promise<Grant>;
}

/**
 * A window slides by a fortieth of its length, and a question counts until the slice in which it was asked has left the
 * window: the limit holds for every window of that length, wherever it begins. A token bucket of the same size would allow
 * twice as many: a full bucket at once, and what is refilled meanwhile.
 */
export const SLICES = 40;
const LARGEST_PORTION = 5000;

/** What the strictest rule allows in one slice: 50 questions of the default budget, in 25 ms. */
export function portionOf(rules: readonly RateLimit[]): number {
  const narrowest = Math.min(...rules.map(({ units }) => units));
  return Math.min(LARGEST_PORTION, Math.max(1, Math.floor(narrowest / SLICES)));
}

/** Each takes some 3 kB while in use. */
const MAX_ZONES = 10_000;
/** More than one call can add. */
const FORGOTTEN_AT_ONCE = 4;
/** Shared by the zones for which there is no room; no registrable domain has this name. */
const ALL_OTHERS = '';

/** A budget in this process; all rules apply. `now` returns milliseconds of a monotonic clock. */
export function createMemoryBudget(
  rules: readonly RateLimit[],
  now: () => number,
  maxZones = MAX_ZONES,
): QuestionBudget & { readonly size: number } {
  const zones = new Map<string, readonly Window[]>();

  /** Least recently asked zone first. A zone is removed only when none of its questions counts any more. */
  function forgetIdle(nowMs: number): void {
    let left = FORGOTTEN_AT_ONCE;
    for (const [zone, windows] of zones) {
      if (left === 0 || windows.some((window) => window.usedAt(nowMs) > 0)) return;
      zones.delete(zone);
      left -= 1;
    }
  }

  return {
    portion: portionOf(rules),
    get size() {
      return zones.size;
    },
    async take(zone, questions) {
      const nowMs = now();
      forgetIdle(nowMs);
      const name = zones.has(zone) || zones.size < maxZones ? zone : ALL_OTHERS;
      const windows = zones.get(name) ?? rules.map((rule) => new Window(rule));
      zones.delete(name);
      zones.set(name, windows);
      const granted = Math.min(questions, ...windows.map((window) => window.freeAt(nowMs)));
      if (granted > 0) {
        for (const window of windows) window.add(granted, nowMs);
        return { questions: granted, retryInMs: 0, quarterFreeInMs: 0 };
      }
      const longest = (share: (units: number) => number) =>
        Math.max(...windows.map((window) => window.untilFree(share(window.units), nowMs)));
      return { questions: 0, retryInMs: longest(() => 1), quarterFreeInMs: longest((units) => Math.ceil(units / 4)) };
    },
  };
}

/** The questions of one zone within one window, by slice, oldest first. */
class Window {
  readonly units: number;
  readonly #sliceMs: number;
  readonly #counts = new Map<number, number>();
  #used = 0;

  constructor({ units, windowMs }: RateLimit) {
    this.units = units;
    this.#sliceMs = windowMs / SLICES;
  }

  usedAt(nowMs: number): number {
    const oldest = Math.floor(nowMs / this.#sliceMs) - SLICES;
    for (const [slice, count] of this.#counts) {
      if (slice >= oldest) break;
      this.#counts.delete(slice);
      this.#used -= count;
    }
    return this.#used;
  }

  freeAt(nowMs: number): number {
    return this.units - this.usedAt(nowMs);
  }

  add(questions: number, nowMs: number): void {
    const slice = Math.floor(nowMs / this.#sliceMs);
    this.#counts.set(slice, (this.#counts.get(slice) ?? 0) + questions);
    this.#used += questions;
  }

  untilFree(wanted: number, nowMs: number): number {
    let free = this.freeAt(nowMs);
    for (const [slice, count] of this.#counts) {
      if (free >= wanted) break;
      free += count;
      if (free >= wanted) return (slice + SLICES + 1) * this.#sliceMs - nowMs;
    }
    return 0;
  }
}
