import { type Capacity, ToolError } from '@sonde/contract';
import { createLine, type Line } from './line.ts';

/** How long one may stand in line before one is told to come back. */
const MAX_WAIT_MS = 2_000;
const COME_BACK_SECONDS = 2;

/** Places that are given in the order of arrival, for work that may not run more often at once whatever happens. */
export interface Places {
  readonly taken: number;
  readonly waiting: number;
  /**
   * Does the work once there is a place for it, and for its target.
   * @throws ToolError `busy` when the line is full or too slow, the signal's reason, or what `work` throws.
   */
  pass<T>(target: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createPlaces({ lookups, perTarget }: Capacity, maxWaitMs = MAX_WAIT_MS): Places {
  const all = createLine(lookups);
  const targets = new Map<string, Line>();

  function lineOf(target: string): Line {
    const line = targets.get(target) ?? createLine(perTarget);
    targets.set(target, line);
    return line;
  }

  function leave(target: string, line: Line): void {
    line.leave();
    if (line.taken === 0) targets.delete(target);
  }

  /** First the place for the target: who waits for that must not hold one that others could use. */
  async function enter(target: string, signal: AbortSignal): Promise<() => void> {
    const line = lineOf(target);
    await placeIn(line, signal);
    try {
      await placeIn(all, signal);
    } catch (error) {
      leave(target, line);
      throw error;
    }
    return () => {
      all.leave();
      leave(target, line);
    };
  }

  return {
    get taken() {
      return all.taken;
    },
    get waiting() {
      let waiting = all.waiting;
      for (const line of targets.values()) waiting += line.waiting;
      return waiting;
    },
    async pass(target, signal, work) {
      const release = await withinTime(maxWaitMs, signal, (patience) => enter(target, patience));
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        release();
      }
    },
  };
}

async function placeIn(line: Line, signal: AbortSignal): Promise<void> {
  if (!(await line.enter(signal))) throw busy();
}

function busy(): ToolError {
  return new ToolError('busy', 'Every place for this kind of lookup is taken. Please try again in a moment.', {
    retryAfterSeconds: COME_BACK_SECONDS,
  });
}

async function withinTime<T>(ms: number, signal: AbortSignal, work: (patience: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const onAbort = () => patience.abort(signal.reason);
  const timer = setTimeout(() => patience.abort(busy()), ms);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await work(patience.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
