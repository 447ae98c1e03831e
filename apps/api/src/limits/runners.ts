import { firstOf, heavierFirst, type PlaceRequest } from './fair-order.ts';
import type { TargetCounts } from './target-counts.ts';

/**
 * A lookup that has run for so long is slow: nearly all whose targets answer are over by then. Shorter than anybody waits
 * for a place, so that whoever waits may still get this one.
 */
const SLOW_MS = 1_500;

interface Runner extends PlaceRequest {
  readonly startedAtMs: number;
  /** Asks the lookup to end; it runs until its work has noticed. */
  end(): void;
}

/** The lookups that run: as many as there are places, and at most as many again that have lost theirs. */
export interface Runners {
  readonly count: number;
  /**
   * Whether `asked` may begin. Where all places are taken, one is taken from whoever holds most, or has a slow lookup,
   * and where that is not enough, the lookup of whoever holds most is asked to end. No more are asked than wait.
   */
  hasRoomFor(asked: PlaceRequest, waiting: number): boolean;
  /** Counts a lookup that begins; what is given back ends it. `end` is called when it must end for others. */
  begin(asked: PlaceRequest, end: () => void): () => void;
  /** When the next lookup will be slow, so that its place may be taken; 0 or less when all are. */
  untilSlowMs(): number;
}

export function createRunners(places: number, targets: TargetCounts, now: () => number): Runners {
  const holding = new Set<Runner>();
  const outlasting = new Set<Runner>();
  const ending = new Set<Runner>();
  const holds = (one: PlaceRequest) => ({ share: one.claim.runningShare(), ofTarget: targets.running(one.target) });
  const isSlow = ({ startedAtMs }: Runner) => now() - startedAtMs >= SLOW_MS;

  function endOne(candidates: readonly Runner[], share: number): void {
    const mayEnd = candidates.filter((one) => !ending.has(one) && one.claim.runningShare() > share);
    const last = firstOf(mayEnd, holds, heavierFirst);
    if (last === undefined) return;
    ending.add(last);
    last.end();
  }

  return {
    get count() {
      return holding.size + outlasting.size;
    },
    hasRoomFor({ claim }, waiting) {
      if (holding.size < places) return true;
      const share = claim.runningShare();
      // Taking one from whoever holds one more than the other would only turn the two around.
      const mayLose = [...holding].filter((one) => isSlow(one) || one.claim.runningShare() > share + 1);
      const loser = firstOf(mayLose, holds, heavierFirst);
      if (loser === undefined) return false;
      if (outlasting.size < places) {
        holding.delete(loser);
        outlasting.add(loser);
        return true;
      }
      if (ending.size < waiting) endOne([...outlasting, loser], share);
      return false;
    },
    begin(asked, end) {
      const runner = { ...asked, startedAtMs: now(), end };
      const endClaim = asked.claim.run();
      targets.add(asked.target);
      holding.add(runner);
      return () => {
        for (const set of [holding, outlasting, ending]) set.delete(runner);
        targets.remove(asked.target);
        endClaim();
      };
    },
    untilSlowMs: () => Math.min(...[...holding].map(({ startedAtMs }) => startedAtMs + SLOW_MS - now())),
  };
}
