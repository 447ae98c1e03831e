import { readerOf } from '../../reading.ts';
import { isSame, positionOf } from '../../round-trips/position.ts';
import { isTime, type RoundTrips, timeOrNull } from '../../round-trips/round-trips.ts';
import { traceroute } from './contract.ts';

/** The round trips and located hops in an answer of this version or another; null if it is no answer of traceroute. */
export function tracerouteRoundTrips(data: unknown): RoundTrips | null {
  const read = readerOf(traceroute.answer).safeParse(data).data;
  if (read === undefined) return null;
  const { reached, hops } = read;
  const last = reached === 'target' ? hops.at(-1) : undefined;
  const located = hops.map(({ answers: [first] }) =>
    first === undefined || first.tooFar === true ? null : positionOf(first.latitude, first.longitude),
  );
  const way = located.filter((one) => one !== null).filter((one, at, all) => !isSame(one, all[at - 1]));
  return {
    averageMs: timeOrNull(last?.avgMs),
    minMs: timeOrNull(last?.minMs),
    timesMs: hops.map(({ avgMs }) => avgMs).filter(isTime),
    way,
    isTargetLocated: last !== undefined && located.at(-1) !== null,
  };
}
