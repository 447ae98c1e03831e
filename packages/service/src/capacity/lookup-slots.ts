import { type Capacity, ToolError } from '@sonde/contract';
import { linkSignals } from '@sonde/probes';
import { firstOf, lighterFirst, type SlotRequest } from './fair-order.ts';
import { createRunningLookups } from './running-lookups.ts';
import { createWaitingLookups } from './waiting-lookups.ts';

const RETRY_AFTER_SECONDS = 10;

/** The slots of one tool. */
export interface LookupSlots {
  /** The number of running lookups, including those that have lost their slot: at most twice as many as there are slots. */
  readonly running: number;
  readonly waiting: number;
  /**
   * Waits until there is a slot for a lookup and for its target.
   * @throws ToolError `busy` if it waited too long or too many wait; the reason of the signal.
   */
  enter(request: SlotRequest, signal: AbortSignal): Promise<LookupSlot>;
}

/** Held by a lookup from `enter` until it calls `leave`. */
export interface LookupSlot {
  /** Aborts with the signal of the lookup, and with ToolError `busy` if the lookup must end in favour of others. */
  readonly signal: AbortSignal;
  leave(): void;
}

/**
 * A fair queue rather than a plain semaphore: it divides the slots of a tool among clients, and those for one target in the
 * same way. When all are taken, the next waiting lookup is that of the client that holds least; it takes the slot of a lookup
 * of the client that holds most, or of a slow one. That lookup continues without a slot, since waiting for a silent server
 * costs next to nothing. A lookup is only ended once as many run without a slot as there are slots.
 */
export function createLookupSlots(capacity: Capacity, now: () => number = () => performance.now()): LookupSlots {
  const running = createRunningLookups(capacity, now);
  const waiting = createWaitingLookups(capacity, running.loadOf, admit);
  let timer: NodeJS.Timeout | undefined;

  /** Admits the lookups that may start; called whenever that may have changed. */
  function admit(): void {
    clearTimeout(timer);
    // A lookup whose target has no place does not keep those of other targets waiting.
    let mayBeNext = waiting.all();
    for (;;) {
      const next = firstOf(mayBeNext, running.loadOf, lighterFirst);
      if (next === undefined) break;
      const places = running.placesFor(next);
      mayBeNext = mayBeNext.filter((one) => one !== next);
      if (typeof places !== 'string') {
        next.admit(places);
        continue;
      }
      const ofTarget = waiting.all().filter(({ target }) => target === next.target).length;
      running.makeWayFor(next, { all: waiting.size, ofTarget });
      if (places === 'no-place') break;
    }
    if (waiting.size === 0) return;
    const waitMs = running.untilSlowMs(waiting.all());
    if (Number.isFinite(waitMs)) timer = setTimeout(admit, Math.ceil(waitMs));
  }

  return {
    get running() {
      return running.count;
    },
    get waiting() {
      return waiting.size;
    },
    enter(request, signal) {
      return waiting.enter(request, signal, (places) => {
        const until = linkSignals([signal]);
        const end = running.start(request, places, () => until.abort(endedForOthers()));
        const leave = () => {
          end();
          admit();
          until.release();
        };
        return { signal: until.signal, leave };
      });
    },
  };
}

function endedForOthers(): ToolError {
  return new ToolError('busy', 'This lookup was stopped to let waiting lookups run. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
