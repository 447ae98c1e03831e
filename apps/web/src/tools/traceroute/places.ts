import { placeText, type TraceHopRead } from '@sonde/contract/tools/traceroute/tables';

/** A place on the path, with the hops located there. */
export interface RoutePlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly hops: readonly number[];
}

/** The places along the path, in order; consecutive hops at one place are merged. Impossible places are left out. */
export function placesOf(hops: readonly TraceHopRead[]): RoutePlace[] {
  const places: RoutePlace[] = [];
  for (const { ttl, answers } of hops) {
    const [first] = answers;
    if (first === undefined || first.tooFar === true || first.latitude === null || first.longitude === null) continue;
    const { latitude, longitude } = first;
    const last = places.at(-1);
    if (last !== undefined && last.latitude === latitude && last.longitude === longitude)
      places[places.length - 1] = { ...last, hops: [...last.hops, ttl] };
    else places.push({ latitude, longitude, name: placeText(first), hops: [ttl] });
  }
  return places;
}
