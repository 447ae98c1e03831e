import type { MapMarker } from './map-marker.ts';

/**
 * Kilometres within which providers count the place of an address as right for its city. A source that states no
 * accuracy of its own is shown with this one.
 */
export const USUAL_KM = 50;

/** The same in words; null where nothing is known of any. */
export function accuracySentence(markers: readonly MapMarker[]): string | null {
  const [first] = markers;
  if (first?.accuracyKm === undefined) return null;
  return first.accuracyKm === null
    ? `An estimate: the source states no accuracy. Circle: ${USUAL_KM} km, what providers count as right for a city.`
    : `An estimate: within ${first.accuracyKm} km (circle), says the source.`;
}
