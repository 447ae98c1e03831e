import { placeText, type TraceHopRead } from '@sonde/contract/tables/traceroute';

/** A place on the way, with the hops that are there. */
export interface RoutePlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly hops: readonly number[];
}

/** The places along the way, in order; hops in a row at one place are one. Places that cannot be right are left out. */
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
