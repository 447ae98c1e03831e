import { configure } from '@testing-library/react';
import { vi } from 'vitest';
import { WAIT_LIMIT_MS } from './wait-limits.ts';

configure({ asyncUtilTimeout: WAIT_LIMIT_MS });

// Vitest has a setting for `expect.poll` and none for these; their default is one second.
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? WAIT_LIMIT_MS);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? WAIT_LIMIT_MS);
