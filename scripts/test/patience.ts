import { vi } from 'vitest';

/** Far above what anything takes that a test waits for: on a busy machine slow is not wrong. */
const PATIENCE_MS = 30_000;

// Vitest has a setting for `expect.poll`, and none for this; its default of one second is what load takes now and then.
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE_MS);
