import { vi } from 'vitest';

/** Waits until the check passes, long enough even for a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 10 });
}
