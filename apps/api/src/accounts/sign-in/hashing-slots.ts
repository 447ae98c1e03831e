import { type Capacity, ToolError } from '@sonde/contract';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** How long a request may wait in the queue before the client is asked to try again. */
const MAX_WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

/** Slots for work that may never run more often at once; they are given in the order of arrival. */
export interface HashingSlots {
  readonly taken: number;
  readonly waiting: number;
  /**
   * Does the work once there is a slot for it, and for its target.
   * @throws ToolError `busy` when the queue is full or too slow, the signal's reason, or what `work` throws.
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

  function leave(target: string, semaphore: Semaphore): void {
    semaphore.leave();
    if (semaphore.taken === 0) targets.delete(target);
  }

  /** First the slot for the target: a waiting request must not hold one that others could use. */
  async function enter(target: string, signal: AbortSignal): Promise<() => void> {
    const semaphore = semaphoreOf(target);
    await enterOrFail(semaphore, signal);
    try {
      await enterOrFail(all, signal);
    } catch (error) {
      leave(target, semaphore);
      throw error;
    }
    return () => {
      all.leave();
      leave(target, semaphore);
    };
  }

  return {
    get taken() {
      return all.taken;
    },
    get waiting() {
      let waiting = all.waiting;
      for (const semaphore of targets.values()) waiting += semaphore.waiting;
      return waiting;
    },
    async run(target, signal, work) {
      const release = await withinTime(maxWaitMs, signal, (deadline) => enter(target, deadline));
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        release();
      }
    },
  };
}

async function enterOrFail(semaphore: Semaphore, signal: AbortSignal): Promise<void> {
  if (!(await semaphore.enter(signal))) throw busy();
}

function busy(): ToolError {
  return new ToolError('busy', 'Every place for this kind of lookup is taken. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

async function withinTime<T>(ms: number, signal: AbortSignal, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const onAbort = () => deadline.abort(signal.reason);
  const timer = setTimeout(() => deadline.abort(busy()), ms);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
