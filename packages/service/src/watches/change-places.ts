import { SELF } from '@sonde/contract/places/places';
import { emptyMemory, type PlaceMemory, type PlacesMemory, type WatchMemory } from './memory.ts';
import { placeOf, wholeOf } from './observe-places.ts';

/**
 * What is remembered of a watch whose places change: what was known from those that stay. What was known from a removed one is
 * forgotten, and a new one begins as at the first measurement, which is no change. Null if nothing is left.
 * @param from the ids of its places from now on; none for the server alone
 */
export function changePlaces(before: WatchMemory | null, from: readonly string[]): WatchMemory | null {
  const kept = from.flatMap((place) => {
    const known = knownOf(before, place);
    return known === null ? [] : [[place, known] as const];
  });
  if (from.length === 0) {
    const { memory } = knownOf(before, SELF) ?? { memory: null };
    return memory === null ? null : { ...emptyMemory, ...memory };
  }
  if (kept.length === 0) return null;
  const places: PlacesMemory = {
    of: Object.fromEntries(kept),
    // The next look withdraws what only removed places have found.
    open: before?.places?.open ?? {},
    told: toldBy(
      before?.places?.told ?? {},
      kept.map(([place]) => place),
    ),
  };
  return { ...emptyMemory, ...wholeOf(kept.map(([, { memory }]) => memory)), places };
}

/** Without places, what is remembered is of the server itself. */
function knownOf(memory: WatchMemory | null, place: string): PlaceMemory | null {
  if (memory?.places !== undefined || memory === null) return placeOf(memory, place);
  return place === SELF ? { memory, answeredAt: null } : null;
}

function toldBy(told: PlacesMemory['told'], places: readonly string[]): PlacesMemory['told'] {
  const left = Object.entries(told).map(([path, one]) => {
    const found = one.found.filter(({ place }) => places.includes(place));
    return [path, { ...one, found }] as const;
  });
  return Object.fromEntries(left.filter(([, { found }]) => found.length > 0));
}
