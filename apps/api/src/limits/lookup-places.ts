import { type Capacity, ToolError } from '@sonde/contract';
import { linkSignals } from '@sonde/probes';
import type { PlaceRequest } from './fair-order.ts';
import { createRunners } from './runners.ts';
import { createTargetCounts } from './target-counts.ts';
import { createWaitingRoom } from './waiting-room.ts';

const COME_BACK_SECONDS = 10;

/** The places of one tool. */
export interface LookupPlaces {
  /** Lookups that run, those that have lost their place included: at most twice as many as there are places. */
  readonly running: number;
  readonly waiting: number;
  /**
   * Does the work once there is a place for it, and for its target. The signal that `work` is given fires with
   * `signal`, and when the lookup must end for others.
   * @throws ToolError `busy` when it waited too long, too many wait, or it had to end for others; the signal's reason;
   * or what `work` throws.
   */
  pass<T>(asked: PlaceRequest, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/**
 * Shares the places of a tool fairly. When all are taken, whoever waits and holds least comes next, and gets the place
 * of a lookup of whoever holds most, or of a slow one. That lookup goes on without a place, since waiting for a silent
 * server costs next to nothing. Only when as many run without a place as there are places must one end.
 */
export function createLookupPlaces(capacity: Capacity, now: () => number = () => performance.now()): LookupPlaces {
  const targets = createTargetCounts(capacity.perTarget);
  const runners = createRunners(capacity.lookups, targets, now);
  const room = createWaitingRoom(capacity, targets, admit);
  let timer: NodeJS.Timeout | undefined;

  /** Lets in whoever may begin; called whenever that may have changed. */
  function admit(): void {
    clearTimeout(timer);
    for (let next = room.next(); next !== undefined; next = room.next()) {
      if (!runners.hasRoomFor(next, room.size)) {
        const waitMs = runners.untilSlowMs();
        if (waitMs > 0) timer = setTimeout(admit, Math.ceil(waitMs));
        return;
      }
      next.admit();
    }
  }

  return {
    get running() {
      return runners.count;
    },
    get waiting() {
      return room.size;
    },
    async pass(asked, signal, work) {
      const until = linkSignals([signal]);
      try {
        const leave = await room.enter(asked, signal, () => runners.begin(asked, () => until.abort(hadToEnd())));
        try {
          signal.throwIfAborted();
          return await work(until.signal);
        } finally {
          leave();
          admit();
        }
      } finally {
        until.release();
      }
    },
  };
}

function hadToEnd(): ToolError {
  return new ToolError('busy', 'This lookup had to end for others who were waiting. Please try again in a moment.', {
    retryAfterSeconds: COME_BACK_SECONDS,
  });
}
