/* The round trips that places have measured, for their common axis and map. */
import { contradict, distanceKm, type Position } from '../round-trips/position.ts';
import type { RoundTrips } from '../round-trips/round-trips.ts';
import { formatMs } from '../text/format-ms.ts';

/** What one place has measured. */
export interface PlaceTimes extends RoundTrips {
  readonly place: string;
}

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
