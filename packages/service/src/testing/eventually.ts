import { vi } from 'vitest';

/**
 * Waits until the check passes, long enough even for a busy machine.
 * @param interval milliseconds between two checks; more where checking keeps the process busy that is being waited for
 */
export function eventually<T>(check: () => T | Promise<T>, interval = 10): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval });
}
