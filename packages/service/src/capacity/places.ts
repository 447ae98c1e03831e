import { firstOf, givesWay, heavierFirst, type Load, type SlotRequest } from './fair-order.ts';

/**
 * After this time a lookup is slow: nearly all lookups with responsive targets have ended by then. Shorter than the longest
 * wait for a slot, so that a waiting lookup can still get this one.
 */
const SLOW_MS = 1_500;

export interface RunningLookup extends SlotRequest {
  readonly startedAtMs: number;
  /** Asks the lookup to end; it counts as running until its work has stopped. */
  end(): void;
  /** Whether it has been asked to. */
  isEnding: boolean;
}

/**
 * Places for lookups: those of a tool, or those for one target of it. As many lookups as there are places hold one, and at
 * most as many again have lost theirs and continue without one, since waiting for a silent server costs next to nothing.
 */
export interface Places {
  /** The number of running lookups, with a place and without. */
  readonly count: number;
  /**
   * A place for `request`, not taken yet: a free one, or that of a lookup of the client that holds most, or of a slow lookup.
   * Null if there is none.
   */
  placeFor(request: SlotRequest): SlotPlace | null;
  /** Asks a lookup of the client that holds most to end in favour of `request`; no more than are waiting. */
  endOneFor(request: SlotRequest, waiting: number): void;
  /** Milliseconds until the next lookup becomes slow and may lose its place; infinite if none will. */
  untilSlowMs(): number;
}

export interface SlotPlace {
  /** Gives it to the lookup that starts. The returned function returns it. */
  take(lookup: RunningLookup): () => void;
}

export function createPlaces(places: number, loadOf: (one: SlotRequest) => Load, now: () => number): Places {
  const holding = new Set<RunningLookup>();
  const without = new Set<RunningLookup>();
  const isSlow = ({ startedAtMs }: RunningLookup) => now() - startedAtMs >= SLOW_MS;

  /** A client that holds only one more would merely swap places with the other. */
  const loserFor = (request: SlotRequest) =>
    firstOf(
      [...holding].filter((one) => isSlow(one) || givesWay(one, request, 1)),
      loadOf,
      heavierFirst,
    );

  const placeOf = (loser: RunningLookup | null): SlotPlace => ({
    take(lookup) {
      if (loser !== null && holding.delete(loser)) without.add(loser);
      holding.add(lookup);
      return () => {
        holding.delete(lookup);
        without.delete(lookup);
      };
    },
  });

  return {
    get count() {
      return holding.size + without.size;
    },
    placeFor(request) {
      if (holding.size < places) return placeOf(null);
      if (without.size >= places) return null;
      const loser = loserFor(request);
      return loser === undefined ? null : placeOf(loser);
    },
    endOneFor(request, waiting) {
      const loser = loserFor(request);
      if (loser === undefined || without.size < places) return;
      const all = [...without, loser];
      if (all.filter(({ isEnding }) => isEnding).length >= waiting) return;
      const mayEnd = all.filter((one) => !one.isEnding && givesWay(one, request, 0));
      const last = firstOf(mayEnd, loadOf, heavierFirst);
      if (last === undefined) return;
      last.isEnding = true;
      last.end();
    },
    untilSlowMs: () =>
      Math.min(...[...holding].map(({ startedAtMs }) => startedAtMs + SLOW_MS - now()).filter((ms) => ms > 0)),
  };
}
