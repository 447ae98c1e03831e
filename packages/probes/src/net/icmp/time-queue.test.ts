import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimeQueue } from './time-queue.ts';

test('gives back everything in order of time, and of arrival at equal times', () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });
  fc.assert(
    fc.property(times, (all) => {
      const queue = createTimeQueue<{ atMs: number; place: number }>();
      const items = all.map((atMs, place) => ({ atMs, place }));
      for (const item of items) queue.add(item);
      const sorted = [...items].sort((a, b) => a.atMs - b.atMs || a.place - b.place);
      expect(queue.firstAtMs).toBe(sorted[0]?.atMs ?? Infinity);
      expect(items.map(() => queue.takeUntil(20))).toEqual(sorted);
      expect([queue.takeUntil(20), queue.firstAtMs]).toEqual([null, Infinity]);
    }),
  );
});

test('gives nothing before its time, and nothing that was removed', () => {
  const queue = createTimeQueue();
  const [early, late] = [{ atMs: 5 }, { atMs: 7 }];
  queue.add(late);
  queue.add(early);
  expect([queue.takeUntil(4.9), queue.firstAtMs]).toEqual([null, 5]);
  queue.remove(early);
  // Already gone.
  queue.remove(early);
  expect([queue.takeUntil(6), queue.takeUntil(7)]).toEqual([null, late]);
});
