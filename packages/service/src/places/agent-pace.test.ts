import { expect, it } from 'vitest';
import { createAgentPace } from './agent-pace.ts';

it('so many lookups at once, and so many a minute, whichever connection they come from', () => {
  let nowMs = 0;
  const pace = createAgentPace({ jobs: 2, perMinute: 3 }, () => nowMs);
  const [first, second] = [pace.begin(), pace.begin()];
  expect([first, second]).not.toContain(null);
  expect(pace.begin()).toBeNull();
  first?.();
  nowMs = 30_000;
  const third = pace.begin();
  expect(third).not.toBeNull();
  third?.();
  second?.();
  expect(pace.begin()).toBeNull();
  nowMs = 60_000;
  expect([pace.begin(), pace.begin(), pace.begin()].map((end) => end === null)).toEqual([false, false, true]);
});
