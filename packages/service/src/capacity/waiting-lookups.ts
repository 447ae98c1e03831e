import { type Capacity, ToolError } from '@sonde/contract';
import { firstOf, heavierFirst, lighterFirst, type SlotRequest } from './fair-order.ts';
import type { TargetCounts } from './target-counts.ts';

/** How long a lookup may wait for a slot before its caller is asked to try again. */
const MAX_WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

export interface WaitingLookup extends SlotRequest {
  admit(): void;
}

/** The lookups that wait for a slot: at most as many as there are slots, and for one target at most as many as may run for it. */
export interface WaitingLookups {
  readonly size: number;
  /**
   * Waits to be admitted, and calls `start` at that moment.
   * @throws ToolError `busy` after two seconds, or if too many wait and none of their clients has more requests than that
   *   of the new one; the reason of the signal.
   */
  enter<T>(request: SlotRequest, signal: AbortSignal, start: () => T): Promise<T>;
  /** The next one whose target has room: that of the client that holds least, and among those the earliest. */
  next(): WaitingLookup | undefined;
}

/** `onChange` is called when a lookup is added, or leaves without having been admitted. */
export function createWaitingLookups(capacity: Capacity, targets: TargetCounts, onChange: () => void): WaitingLookups {
  const waiting = new Set<WaitingLookup & { refuse(): void }>();
  const loadOf = (one: SlotRequest) => ({
    share: one.requesters.runningShare(),
    ofTarget: targets.running(one.target),
  });

  /** If too many wait, refuses one of the client with most requests. Returns true unless that is the new one. */
  function makeRoom({ requesters, target }: SlotRequest): boolean {
    const sameTarget = [...waiting].filter((one) => one.target === target);
    const isTargetFull = !targets.hasRoom(target) && sameTarget.length >= capacity.perTarget;
    if (!isTargetFull && waiting.size < capacity.lookups) return true;
    const asks = (one: SlotRequest) => ({ share: one.requesters.requestedShare(), ofTarget: 0 });
    const rivals = isTargetFull ? sameTarget : [...waiting];
    // Among equal ones, the last has waited least.
    const heaviest = firstOf(rivals.reverse(), asks, heavierFirst);
    if (heaviest === undefined || heaviest.requesters.requestedShare() <= requesters.requestedShare()) return false;
    heaviest.refuse();
    return true;
  }

  return {
    get size() {
      return waiting.size;
    },
    async enter(request, signal, start) {
      signal.throwIfAborted();
      if (!makeRoom(request)) throw busy();
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(waiter);
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
        };
        const giveUp = (reason: unknown) => {
          leave();
          reject(reason);
          onChange();
        };
        const onAbort = () => giveUp(signal.reason);
        const waiter = {
          ...request,
          admit() {
            leave();
            resolve(start());
          },
          refuse: () => giveUp(busy()),
        };
        const timer = setTimeout(waiter.refuse, MAX_WAIT_MS);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(waiter);
        onChange();
      });
    },
    next: () =>
      firstOf(
        [...waiting].filter(({ target }) => targets.hasRoom(target)),
        loadOf,
        lighterFirst,
      ),
  };
}

function busy(): ToolError {
  return new ToolError('busy', 'Too many lookups of this kind are running. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
