import { firstOf, heavierFirst, type SlotRequest } from './fair-order.ts';
import type { TargetCounts } from './target-counts.ts';

/**
 * After this time a lookup is slow: nearly all lookups with responsive targets have ended by then. Shorter than the longest
 * wait for a slot, so that a waiting lookup can still get this one.
 */
const SLOW_MS = 1_500;

interface RunningLookup extends SlotRequest {
  readonly startedAtMs: number;
  /** Asks the lookup to end; it counts as running until its work has stopped. */
  end(): void;
}

/** The running lookups: as many as there are slots, and at most as many again that have lost theirs. */
export interface RunningLookups {
  readonly count: number;
  /**
   * Whether `request` may start. If all slots are taken, one is taken from a lookup of the client that holds most, or from
   * a slow lookup; if that is not enough, a lookup of the client that holds most is asked to end. No more lookups are asked
   * to end than are waiting.
   */
  hasRoomFor(request: SlotRequest, waiting: number): boolean;
  /** Counts a lookup that starts; call the returned function when it ends. `end` is called if it must end in favour of others. */
  start(request: SlotRequest, end: () => void): () => void;
  /** Milliseconds until the next lookup becomes slow and may lose its slot; 0 or less if all are slow. */
  untilSlowMs(): number;
}

export function createRunningLookups(slots: number, targets: TargetCounts, now: () => number): RunningLookups {
  const holding = new Set<RunningLookup>();
  const withoutSlot = new Set<RunningLookup>();
  const ending = new Set<RunningLookup>();
  const loadOf = (one: SlotRequest) => ({
    share: one.requesters.runningShare(),
    ofTarget: targets.running(one.target),
  });
  const isSlow = ({ startedAtMs }: RunningLookup) => now() - startedAtMs >= SLOW_MS;

  function endOne(candidates: readonly RunningLookup[], share: number): void {
    const mayEnd = candidates.filter((one) => !ending.has(one) && one.requesters.runningShare() > share);
    const last = firstOf(mayEnd, loadOf, heavierFirst);
    if (last === undefined) return;
    ending.add(last);
    last.end();
  }

  return {
    get count() {
      return holding.size + withoutSlot.size;
    },
    hasRoomFor({ requesters }, waiting) {
      if (holding.size < slots) return true;
      const share = requesters.runningShare();
      // A client that holds only one more would merely swap places with the other.
      const mayLose = [...holding].filter((one) => isSlow(one) || one.requesters.runningShare() > share + 1);
      const loser = firstOf(mayLose, loadOf, heavierFirst);
      if (loser === undefined) return false;
      if (withoutSlot.size < slots) {
        holding.delete(loser);
        withoutSlot.add(loser);
        return true;
      }
      if (ending.size < waiting) endOne([...withoutSlot, loser], share);
      return false;
    },
    start(request, end) {
      const lookup = { ...request, startedAtMs: now(), end };
      const endForRequesters = request.requesters.start();
      targets.add(request.target);
      holding.add(lookup);
      return () => {
        for (const set of [holding, withoutSlot, ending]) set.delete(lookup);
        targets.remove(request.target);
        endForRequesters();
      };
    },
    untilSlowMs: () => Math.min(...[...holding].map(({ startedAtMs }) => startedAtMs + SLOW_MS - now())),
  };
}
