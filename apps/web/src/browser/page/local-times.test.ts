import { afterEach, expect, it, vi } from 'vitest';
import { withLocalTimes } from './local-times.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['UTC', '2026-12-29 23:59:59 UTC', '2026-12-29 23:59:59 UTC'],
  ['Europe/Amsterdam', '2026-12-29 23:59:59 UTC', '2026-12-30 00:59:59 +01:00 (2026-12-29 23:59:59 UTC)'],
  ['Europe/Amsterdam', '2026-07-01 10:00:00 UTC', '2026-07-01 12:00:00 +02:00 (2026-07-01 10:00:00 UTC)'],
  ['America/St_Johns', '2026-01-01 00:00:00 UTC', '2025-12-31 20:30:00 -03:30 (2026-01-01 00:00:00 UTC)'],
  ['Asia/Kolkata', '2026-01-01 00:00:00 UTC', '2026-01-01 05:30:00 +05:30 (2026-01-01 00:00:00 UTC)'],
  [
    'Asia/Kolkata',
    'revoked on 2026-01-01 00:00:00 UTC (CRL)',
    'revoked on 2026-01-01 05:30:00 +05:30 (2026-01-01 00:00:00 UTC) (CRL)',
  ],
  ['Asia/Kolkata', '2026-01-01', '2026-01-01'],
  ['Asia/Kolkata', '2026-99-99 99:99:99 UTC', '2026-99-99 99:99:99 UTC'],
])('in %s %s is %s', (zone, text, shown) => {
  vi.stubEnv('TZ', zone);
  expect(withLocalTimes(text)).toBe(shown);
});
