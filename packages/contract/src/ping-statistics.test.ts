import { expect, test } from 'vitest';
import { pingStatistics, roundMs } from './ping-statistics.ts';

const packets = (...times: (number | null)[]) => times.map((timeMs) => ({ timeMs }));

test.each([
  [packets(12.4, 13.1, 12.2, 18.6, 12.7), 5, 5, 0, 12.2, 18.6, 13.8],
  [packets(10, null, 20), 3, 2, 33.3, 10, 20, 15],
  [packets(null, null, 0), 3, 1, 66.7, 0, 0, 0],
  [packets(null, null), 2, 0, 100, null, null, null],
  [packets(1, 1, 2), 3, 3, 0, 1, 2, 1.333],
  [packets(), 0, 0, 0, null, null, null],
] as const)('R3.21 %j', (sent, packetsTransmitted, packetsReceived, packetLoss, minTime, maxTime, avgTime) => {
  expect(pingStatistics(sent)).toEqual({ packetsTransmitted, packetsReceived, packetLoss, minTime, maxTime, avgTime });
});

test('times are rounded to microseconds', () => {
  expect(roundMs(0.0710561)).toBe(0.071);
});
