import { expect, test } from 'vitest';
import { nextWindowMs, patienceMs, windowSize } from './waiting.ts';

const path = { slowestMs: 100, lastAnswered: 8, end: null };

test.each([
  ['a hole', 5, path, 300],
  ['a hole of a fast path', 5, { ...path, slowestMs: 10 }, 250],
  ['a hole of a very slow path', 5, { ...path, slowestMs: 900 }, 2000],
  ['what is above the last answer', 9, path, 3300],
  ['the target that has answered before', 9, { ...path, end: 9 }, 300],
])('%s is waited for', (_, ttl, state, ms) => {
  expect(patienceMs({ ttl }, state, 3300)).toBe(ms);
});

test.each([
  ['the path has ended', { ...path, end: 8 }, true, null],
  ['nobody near its end has answered', path, false, null],
  ['somebody near its end has', { ...path, lastAnswered: 9 }, false, 120],
  ['the target answers from farther away', path, true, 120],
])('the next window, when %s', (_, state, isReachable, ms) => {
  expect(nextWindowMs(12, state, isReachable)).toBe(ms);
});

test('the first window is smaller if the distance is known', () => {
  expect([null, 1, 9].map(windowSize)).toEqual([12, 4, 11]);
});
