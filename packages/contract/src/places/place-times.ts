/* The round trips that places have measured, for their common axis and map. */
import { type Reading, readerOf } from '../reading.ts';
import { formatMs } from '../text/format-ms.ts';
import { ping } from '../tools/ping/contract.ts';
import { traceroute } from '../tools/traceroute/contract.ts';
import type { PlaceAnswerRead } from './place-rows.ts';
import { contradict, distanceKm, type Position, positionOf } from './position.ts';

/** What one place has measured. */
export interface PlaceTimes {
  readonly place: string;
  /** To the target: the average, and the shortest; null if the target did not answer. */
  readonly averageMs: number | null;
  readonly minMs: number | null;
  /** Of ping: each reply of the target. Of traceroute: the average of each hop that answered, in their order. */
  readonly timesMs: readonly number[];
  /** Of traceroute: where a database locates the hops, without the impossible; consecutive hops at one position once. */
  readonly way: readonly Position[];
  /** Whether the last position of the way is that of the target. */
  readonly isTargetLocated: boolean;
}

/** Null for a place without an answer, and for tools that measure no round trips. Its agent may have another version. */
export function placeTimes(tool: string, { place, state, data }: PlaceAnswerRead): PlaceTimes | null {
  if (state !== 'answer' || data === null) return null;
  if (tool === 'ping') {
    const read = readerOf(ping.answer).safeParse(data).data;
    return read === undefined ? null : { place, way: [], isTargetLocated: false, ...pinged(read) };
  }
  if (tool !== 'traceroute') return null;
  const read = readerOf(traceroute.answer).safeParse(data).data;
  return read === undefined ? null : { place, ...traced(read) };
}

const isTime = (time: number | null): time is number => time !== null && Number.isFinite(time) && time >= 0;
const timeOrNull = (time: number | null | undefined) => (time !== undefined && isTime(time) ? time : null);

function pinged({ statistics: { avgTime, minTime }, packets }: Reading<typeof ping.answer>) {
  // A time with an error or another address is not one of the target.
  const timesMs = packets.flatMap(({ timeMs, error, repliedBy }) =>
    isTime(timeMs) && (error?.meaning ?? null) === null && repliedBy === undefined ? timeMs : [],
  );
  return { averageMs: timeOrNull(avgTime), minMs: timeOrNull(minTime), timesMs };
}

function traced({ reached, hops }: Reading<typeof traceroute.answer>) {
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

export const isSame = (one: Position, other: Position | undefined): boolean =>
  one.latitude === other?.latitude && one.longitude === other.longitude;

/**
 * A sentence if two places are too far apart for one machine to have answered both, with the pair that shows it best; null if
 * the times allow one machine.
 */
export function severalMachines(
  all: readonly PlaceTimes[],
  where: (place: string) => { readonly name: string; readonly position: Position | null },
): string | null {
  const known = all.flatMap(({ place, minMs }) => {
    const { name, position } = where(place);
    return minMs === null || position === null ? [] : [{ ...position, name, minMs }];
  });
  const pairs = known.flatMap((one, at) => known.slice(at + 1).map((other) => [one, other] as const));
  const [best] = pairs
    .filter(([one, other]) => contradict(one, other))
    .map(([one, other]) => ({ one, other, km: distanceKm(one, other) }))
    .toSorted((a, b) => b.km - a.km);
  if (best === undefined) return null;
  const { one, other, km } = best;
  return `${one.name} and ${other.name} are ${rounded(km)} km apart and got answers within ${formatMs(one.minMs)} and ${formatMs(other.minMs)}, too fast for one machine. The address is in use at several locations (anycast), something on the way answers for it, or a stated position is wrong.`;
}

const rounded = (km: number) => (Math.round(km / 100) * 100).toLocaleString('en');
