import { type Capacity, ToolError } from '@sonde/contract';
import { firstOf, heavierFirst, type Load, type SlotRequest } from './fair-order.ts';
import type { SlotPlace } from './places.ts';

/** How long a lookup may wait for a slot before its caller is asked to try again. */
const MAX_WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;
/** Of one target, even if only one may run at a time. */
const LEAST_OF_TARGET = 4;

export interface WaitingLookup extends SlotRequest {
  admit(places: readonly SlotPlace[]): void;
}

/** The lookups that wait for a slot: at most as many as there are slots, and for one target a few. */
export interface WaitingLookups {
  readonly size: number;
  /** In order of arrival. */
  all(): readonly WaitingLookup[];
  /**
   * Waits to be admitted, and calls `start` at that moment.
   * @throws ToolError `busy` after two seconds, or if too many wait and none of their clients has more requests than that
   *   of the new one; the reason of the signal.
   */
  enter<T>(request: SlotRequest, signal: AbortSignal, start: (places: readonly SlotPlace[]) => T): Promise<T>;
}

/** `onChange` is called when a lookup is added, or leaves without having been admitted. */
export function createWaitingLookups(
  capacity: Capacity,
  loadOf: (request: SlotRequest) => Load,
  onChange: () => void,
): WaitingLookups {
  const waiting = new Set<WaitingLookup & { refuse(): void }>();
  const mostOfTarget = Math.max(LEAST_OF_TARGET, capacity.perTarget);

  /** If too many wait, refuses one of the client with most requests. Returns true unless that is the new one. */
  function makeRoom({ requesters, target }: SlotRequest): boolean {
    const sameTarget = [...waiting].filter((one) => one.target === target);
    const isTargetFull = sameTarget.length >= mostOfTarget;
    if (!isTargetFull && waiting.size < capacity.lookups) return true;
    const asks = (one: SlotRequest) => ({ ...loadOf(one), share: one.requesters.requestedShare(), ofTarget: 0 });
    const rivals = isTargetFull ? sameTarget : [...waiting];
    // Among equal ones, the last has waited least.
    const heaviest = firstOf(rivals.reverse(), asks, heavierFirst);
    if (heaviest === undefined) return false;
    const isForVisitor = heaviest.requesters.isBackground && !requesters.isBackground;
    if (!isForVisitor && heaviest.requesters.requestedShare() <= requesters.requestedShare()) return false;
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
          admit(places: readonly SlotPlace[]) {
            leave();
            resolve(start(places));
          },
          refuse: () => giveUp(busy()),
        };
        const timer = setTimeout(waiter.refuse, MAX_WAIT_MS);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(waiter);
        onChange();
      });
    },
    all: () => [...waiting],
  };
}

function busy(): ToolError {
  return new ToolError('busy', 'Too many lookups of this kind are running. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
