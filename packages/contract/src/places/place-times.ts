/* The round trips that places have measured, for their common axis and map. */
import { formatMs } from '../text/format-ms.ts';
import { contradict, distanceKm, type Position } from './position.ts';

/** The round trips of one answer; tools that measure them read them from it. */
export interface RoundTrips {
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

/** What one place has measured. */
export interface PlaceTimes extends RoundTrips {
  readonly place: string;
}

export const isTime = (time: number | null): time is number => time !== null && Number.isFinite(time) && time >= 0;
export const timeOrNull = (time: number | null | undefined): number | null =>
  time !== undefined && isTime(time) ? time : null;

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
