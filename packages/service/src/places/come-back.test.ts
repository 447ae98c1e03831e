import { describe, expect, it } from 'vitest';
import { comeBackMsOf, pauseBefore } from './come-back.ts';

/** The most that come within any second. */
function mostInASecond(atMs: readonly number[]): number {
  const sorted = atMs.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [last, ms] of sorted.entries()) {
    while (ms - (sorted[first] ?? ms) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

describe('agents whose hub is gone', () => {
  it('come back within the time that it told them: a thousand within 40 s, and few at once', () => {
    const comeBackMs = comeBackMsOf(1_000);
    const pauses = Array.from({ length: 1_000 }, () => pauseBefore(0, comeBackMs));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(40_000);
    // 25 on average; so many by chance less often than once in a million runs.
    expect(mostInASecond(pauses)).toBeLessThan(60);
  });

  it('come back within a second if they are few', () => {
    const pauses = Array.from({ length: 20 }, () => pauseBefore(0, comeBackMsOf(20)));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  });

  it('wait longer after each attempt that fails, at most a minute, and never in step', () => {
    const longest = [0, 1, 2, 3, 5, 9, 1_000].map((failed) => pauseBefore(failed, 1_000, () => 1));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 32_000, 60_000, 60_000]);
    expect(pauseBefore(3, 40_000, () => 1)).toBe(40_000);
    expect(pauseBefore(1_000, 1_000, () => 0)).toBe(500);
    expect(new Set(Array.from({ length: 50 }, () => pauseBefore(6, 1_000))).size).toBeGreaterThan(40);
  });

  it('are never told to wait longer than a minute', () => {
    expect([0, 1, 25, 100, 1_000_000].map(comeBackMsOf)).toEqual([1_000, 1_000, 1_000, 4_000, 60_000]);
  });
});
