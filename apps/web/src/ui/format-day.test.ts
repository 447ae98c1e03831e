import { afterEach, expect, it, vi } from 'vitest';
import { formatDayOf } from './times/format-day.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['UTC', '2026-12-29T23:59:59Z', '29 Dec 2026'],
  ['Europe/Amsterdam', '2026-12-29T23:59:59Z', '30 Dec 2026 (29 Dec 2026 UTC)'],
  ['Europe/Amsterdam', '2026-12-29T12:00:00Z', '29 Dec 2026'],
  ['America/New_York', '2026-12-29T00:00:00Z', '28 Dec 2026 (29 Dec 2026 UTC)'],
  ['America/New_York', '2026-12-29', '29 Dec 2026'],
])('in %s the day of %s is %s', (zone, iso, shown) => {
  vi.stubEnv('TZ', zone);
  expect(formatDayOf(iso)).toBe(shown);
});
