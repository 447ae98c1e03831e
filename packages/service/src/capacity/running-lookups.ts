import type { Capacity } from '@sonde/contract';
import type { Load, SlotRequest } from './fair-order.ts';
import { createPlaces, type Places, type SlotPlace } from './places.ts';

/** The running lookups of a tool, each with a place among all and a place among those of its target. */
export interface RunningLookups {
  readonly count: number;
  /** How much a lookup counts, waiting or running. */
  loadOf(request: SlotRequest): Load;
  /** The places for the lookup, not taken yet; otherwise what it lacks. */
  placesFor(request: SlotRequest): readonly SlotPlace[] | 'no-place' | 'no-place-at-target';
  /**
   * Asks one of the lookups that are in the way of `request` to end, if its client holds more. `waiting`: how many lookups
   * wait, and how many of those for the same target.
   */
  makeWayFor(request: SlotRequest, waiting: { readonly all: number; readonly ofTarget: number }): void;
  /** Counts a lookup that starts; call the returned function when it ends. `end` is called if it must end in favour of others. */
  start(request: SlotRequest, places: readonly SlotPlace[], end: () => void): () => void;
  /** Milliseconds until one of the lookups in the way of these requests becomes slow; infinite if none will. */
  untilSlowMs(requests: readonly SlotRequest[]): number;
}

export function createRunningLookups(capacity: Capacity, now: () => number): RunningLookups {
  const byTarget = new Map<string, Places>();
  const loadOf = ({ requesters, target }: SlotRequest): Load => ({
    isBackground: requesters.isBackground,
    share: requesters.runningShare(),
    ofTarget: byTarget.get(target)?.count ?? 0,
  });
  const ofTool = createPlaces(capacity.lookups, loadOf, now);

  /** Kept only while lookups of the target run. */
  const atTarget = (target: string): Places => byTarget.get(target) ?? createPlaces(capacity.perTarget, loadOf, now);

  return {
    get count() {
      return ofTool.count;
    },
    loadOf,
    placesFor(request) {
      const places = atTarget(request.target);
      const own = places.placeFor(request);
      if (own === null) return 'no-place-at-target';
      const one = ofTool.placeFor(request);
      if (one === null) return 'no-place';
      byTarget.set(request.target, places);
      return [one, own];
    },
    makeWayFor(request, waiting) {
      atTarget(request.target).endOneFor(request, waiting.ofTarget);
      ofTool.endOneFor(request, waiting.all);
    },
    start(request, places, end) {
      const lookup = { ...request, startedAtMs: now(), end, isEnding: false };
      const endForRequesters = request.requesters.start();
      const returns = places.map((place) => place.take(lookup));
      return () => {
        for (const giveBack of returns) giveBack();
        if (byTarget.get(request.target)?.count === 0) byTarget.delete(request.target);
        endForRequesters();
      };
    },
    untilSlowMs: (requests) =>
      Math.min(ofTool.untilSlowMs(), ...requests.map(({ target }) => atTarget(target).untilSlowMs())),
  };
}
