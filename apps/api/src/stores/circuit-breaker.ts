import { problemOf } from './store-failure.ts';

/** Runs work with a store, and stops asking one that has fallen silent. */
export interface CircuitBreaker {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A store that does not answer costs each caller the whole deadline, and a connection. From the first one that has
 * waited in vain, one caller at a time finds out whether it is back, at most every `pauseMs`; all others get the last
 * failure at once.
 */
export function createCircuitBreaker(pauseMs: number, now: () => number): CircuitBreaker {
  let last: { readonly error: unknown; readonly atMs: number } | null = null;
  let isTried = false;

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      last = null;
      return result;
    } catch (error) {
      // Any other failure is an answer.
      last = problemOf(error) === 'does not answer' ? { error, atMs: now() } : null;
      throw error;
    }
  }
  return {
    async run(work) {
      if (last === null) return attempt(work);
      if (isTried || now() - last.atMs < pauseMs) throw last.error;
      isTried = true;
      try {
        return await attempt(work);
      } finally {
        isTried = false;
      }
    },
  };
}
