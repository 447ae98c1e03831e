import { nothingKnownOfAddress, type TraceHop } from '@sonde/contract';
import { expect, test } from 'vitest';
import { markTooFar } from './too-far.ts';

const towns = {
  frankfurt: [50.1, 8.7],
  amsterdam: [52.4, 4.9],
  newYork: [40.7, -74],
  sydney: [-33.9, 151.2],
} as const;

const hop = (ttl: number, town: keyof typeof towns, timeMs: number): TraceHop => ({
  ttl,
  answers: [
    {
      ...nothingKnownOfAddress,
      address: `192.0.2.${ttl}`,
      latitude: towns[town][0],
      longitude: towns[town][1],
      timesMs: [timeMs + 5, timeMs],
      labels: [],
      error: null,
    },
  ],
  timesMs: [timeMs],
  sent: 1,
  received: 1,
  minMs: timeMs,
  avgMs: timeMs,
  maxMs: timeMs,
  jitterMs: null,
  loss: 0,
  lossIs: null,
});
const wrong = (hops: readonly TraceHop[]) =>
  markTooFar(hops).flatMap(({ ttl, answers }) => (answers[0]?.tooFar ? ttl : []));

test('keeps places that light can reach', () => {
  expect(wrong([hop(1, 'frankfurt', 1), hop(2, 'amsterdam', 8), hop(3, 'newYork', 90)])).toEqual([]);
});

test('marks the one of several places that contradicts the others', () => {
  expect(
    wrong([hop(1, 'frankfurt', 1), hop(2, 'sydney', 9), hop(3, 'amsterdam', 10), hop(4, 'frankfurt', 12)]),
  ).toEqual([2]);
});

test('marks both of two places that contradict only each other', () => {
  expect(wrong([hop(1, 'frankfurt', 1), hop(2, 'newYork', 5)])).toEqual([1, 2]);
});

test('marks nothing without places', () => {
  const bare = { ...hop(1, 'frankfurt', 1), answers: [] };
  expect(markTooFar([bare])).toEqual([bare]);
});
