import { vi } from 'vitest';

/** Waits until the check holds: long enough for a machine that has much else to do. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 10 });
}
