import { type Capacity, ToolError } from '@sonde/contract';
import { firstOf, heavierFirst, lighterFirst, type PlaceRequest } from './fair-order.ts';
import type { TargetCounts } from './target-counts.ts';

/** How long a lookup may wait for a place before its caller is told to come back. */
const MAX_WAIT_MS = 2_000;
const COME_BACK_SECONDS = 2;

export interface Waiter extends PlaceRequest {
  admit(): void;
}

/** Lookups that wait for a place: as many as there are places, and for one target as many as may run for it. */
export interface WaitingRoom {
  readonly size: number;
  /**
   * Waits to be admitted; `begin` is called in that moment.
   * @throws ToolError `busy` after two seconds, or where too many wait and none of them asks for more than the
   * newcomer; the signal's reason.
   */
  enter<T>(asked: PlaceRequest, signal: AbortSignal, begin: () => T): Promise<T>;
  /** Whoever comes next, of those whose target has room: the one that holds least, then the one that came first. */
  next(): Waiter | undefined;
}

/** `onChange` is told when somebody has come, or left without being admitted. */
export function createWaitingRoom(capacity: Capacity, targets: TargetCounts, onChange: () => void): WaitingRoom {
  const waiting = new Set<Waiter & { refuse(): void }>();
  const holds = (one: PlaceRequest) => ({ share: one.claim.runningShare(), ofTarget: targets.running(one.target) });

  /** Where too many wait, whoever asks for most gives way; true when that is not the newcomer. */
  function makeRoom({ claim, target }: PlaceRequest): boolean {
    const sameTarget = [...waiting].filter((one) => one.target === target);
    const isTargetFull = !targets.hasRoom(target) && sameTarget.length >= capacity.perTarget;
    if (!isTargetFull && waiting.size < capacity.lookups) return true;
    const asks = (one: PlaceRequest) => ({ share: one.claim.askedShare(), ofTarget: 0 });
    const rivals = isTargetFull ? sameTarget : [...waiting];
    // Of equals, the one who came last has waited least.
    const heaviest = firstOf(rivals.reverse(), asks, heavierFirst);
    if (heaviest === undefined || heaviest.claim.askedShare() <= claim.askedShare()) return false;
    heaviest.refuse();
    return true;
  }

  return {
    get size() {
      return waiting.size;
    },
    async enter(asked, signal, begin) {
      signal.throwIfAborted();
      if (!makeRoom(asked)) throw busy();
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
          ...asked,
          admit() {
            leave();
            resolve(begin());
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
        holds,
        lighterFirst,
      ),
  };
}

function busy(): ToolError {
  return new ToolError('busy', 'Every place for this kind of lookup is taken. Please try again in a moment.', {
    retryAfterSeconds: COME_BACK_SECONDS,
  });
}
