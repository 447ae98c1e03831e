import { vi } from 'vitest';

/**
 * How long a test waits. Locally, servers of the lab answer within seconds; CI machines may be busy, and slow is not
 * wrong.
 */
const WAIT_LIMIT_MS = process.env['CI'] ? 30_000 : 10_000;

// Vitest has a setting for `expect.poll` and none for these; their default is one second.
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? WAIT_LIMIT_MS);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? WAIT_LIMIT_MS);
