// @vitest-environment node
import { expect, it } from 'vitest';
import { waterfallOf } from './waterfall.ts';

const hop = (second: number | null, delaySeconds: number | null) => ({
  time: second === null ? null : new Date(second * 1000),
  delaySeconds,
});

it('places the delays one after another on one axis', () => {
  expect(waterfallOf([hop(0, null), hop(10, 10), hop(100, 90)])).toEqual([
    null,
    { from: 0, until: 0.1, isBack: false },
    { from: 0.1, until: 1, isBack: false },
  ]);
});

it('draws a clock that is behind backwards, and nothing where a time is missing', () => {
  expect(waterfallOf([hop(100, null), hop(50, -50), hop(null, null), hop(Number.NaN, 3), hop(150, 100)])).toEqual([
    null,
    { from: 0, until: 0.5, isBack: true },
    null,
    null,
    { from: 0, until: 1, isBack: false },
  ]);
});

it('has no bars without steps, and keeps 60 of them on the axis', () => {
  expect(waterfallOf([])).toEqual([]);
  expect(waterfallOf([hop(5, 0)])).toEqual([{ from: 0, until: 0, isBack: false }]);
  const bars = waterfallOf(Array.from({ length: 60 }, (_, at) => hop(at * at, at === 0 ? null : 2 * at - 1)));
  expect(bars.every((bar) => bar === null || (bar.from >= 0 && bar.until <= 1))).toBe(true);
});
