import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

function paceOf(times: readonly number[]) {
  const pace = createPace();
  for (const ms of times) pace.note(ms);
  return { isSerial: pace.isSerial(), isClearlySerial: pace.isClearlySerial() };
}

test.each([
  ['nothing known', [], false, false],
  ['all alike', [81, 84, 80, 90, 82, 85, 83], false, false],
  ['each waits for the one before, 80 ms away', [80, 160, 240, 320, 400, 480, 560, 640], true, true],
  ['the same, but only a few', [80, 160, 400], false, false],
  ['the same at hand, where nobody notices', [1, 2, 3, 4, 5, 6, 7, 8], true, false],
  ['a busy machine', [80, 250, 260, 270, 90, 250, 255, 270], true, false],
  ['one slow answer', [80, 82, 81, 900, 83, 80, 81, 82], false, false],
])('%s', (_, times, isSerial, isClearlySerial) => {
  expect(paceOf(times)).toEqual({ isSerial, isClearlySerial });
});

test('counts only the latest offers, and none after forget()', () => {
  const pace = createPace();
  for (let offer = 1; offer <= 16; offer += 1) pace.note(80 * offer);
  expect(pace.isClearlySerial()).toBe(true);
  for (let offer = 1; offer <= 16; offer += 1) pace.note(85);
  expect(pace.isSerial()).toBe(false);
  pace.note(1);
  pace.forget();
  pace.note(400);
  expect(pace.isSerial()).toBe(false);
});
