import { type Capacity, ToolError } from '@sonde/contract';
import { createSemaphore, linkSignals, type Release, type Semaphore } from '@sonde/probes';

/** How long a request may wait in the queue before the client is asked to try again. */
const MAX_WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

/** Limits how much work runs at once; slots are assigned in order of arrival. */
export interface HashingSlots {
  readonly taken: number;
  readonly waiting: number;
  /**
   * Runs the work once there is a slot for it and for its target.
   * @throws ToolError `busy` if the queue is full or too slow, the reason of the signal, or what `work` throws.
   */
  run<T>(target: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createHashingSlots({ lookups, perTarget }: Capacity, maxWaitMs = MAX_WAIT_MS): HashingSlots {
  const all = createSemaphore(lookups);
  const targets = new Map<string, Semaphore>();

  function semaphoreOf(target: string): Semaphore {
    const semaphore = targets.get(target) ?? createSemaphore(perTarget);
    targets.set(target, semaphore);
    return semaphore;
  }

  /** Takes the slot for the target first: a request waiting for it must not hold a slot that others could use. */
  async function acquireBoth(target: string, signal: AbortSignal): Promise<Release> {
    const semaphore = semaphoreOf(target);
    const releaseTarget = await acquire(semaphore, perTarget, signal);
    const leaveTarget = () => {
      releaseTarget();
      if (semaphore.inUse === 0) targets.delete(target);
    };
    try {
      const release = await acquire(all, lookups, signal);
      return () => {
        release();
        leaveTarget();
      };
    } catch (error) {
      leaveTarget();
      throw error;
    }
  }

  return {
    get taken() {
      return all.inUse;
    },
    get waiting() {
      let waiting = all.waiting;
      for (const semaphore of targets.values()) waiting += semaphore.waiting;
      return waiting;
    },
    async run(target, signal, work) {
      const release = await withinTime(maxWaitMs, signal, (deadline) => acquireBoth(target, deadline));
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** Waits for a slot, but only if no more than `maxWaiting` requests are waiting. */
async function acquire(semaphore: Semaphore, maxWaiting: number, signal: AbortSignal): Promise<Release> {
  signal.throwIfAborted();
  const free = semaphore.tryAcquire();
  if (free === null && semaphore.waiting >= maxWaiting) throw busy();
  return free ?? semaphore.acquire(signal);
}

function busy(): ToolError {
  return new ToolError('busy', 'Too many sign-ins are in progress. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Runs `work` with a signal that is also aborted with `busy` after `ms`. */
async function withinTime<T>(ms: number, signal: AbortSignal, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = linkSignals([signal]);
  const timer = setTimeout(() => deadline.abort(busy()), ms);
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
    deadline.release();
  }
}
