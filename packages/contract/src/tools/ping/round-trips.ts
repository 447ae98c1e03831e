import { readerOf } from '../../reading.ts';
import { isTime, type RoundTrips, timeOrNull } from '../../round-trips/round-trips.ts';
import { ping } from './contract.ts';

/** The round trips to the target in an answer of this version or another; null if it is no answer of ping. */
export function pingRoundTrips(data: unknown): RoundTrips | null {
  const read = readerOf(ping.answer).safeParse(data).data;
  if (read === undefined) return null;
  const { statistics, packets } = read;
  // A time with an error or another address is not one of the target.
  const timesMs = packets.flatMap(({ timeMs, error, repliedBy }) =>
    isTime(timeMs) && (error?.meaning ?? null) === null && repliedBy === undefined ? timeMs : [],
  );
  const [averageMs, minMs] = [timeOrNull(statistics.avgTime), timeOrNull(statistics.minTime)];
  return { averageMs, minMs, timesMs, way: [], isTargetLocated: false };
}
