import { problemOf } from './store-failure.ts';

/** Runs work against a store, and stops calling a store that does not answer. */
export interface CircuitBreaker {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A store that does not answer costs each caller the whole timeout and a connection. After the first timeout, one caller at
 * a time tries whether the store is back, at most every `pauseMs`; all others get the last failure immediately.
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
      // Any other failure shows that the store answers.
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
