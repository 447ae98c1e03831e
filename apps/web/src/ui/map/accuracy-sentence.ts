import type { MapMarker } from './map-marker.ts';

/**
 * The distance within which providers of such databases count a city as correct. It is shown for sources without an
 * accuracy of their own.
 */
export const USUAL_KM = 50;

/** The accuracy in words; null if it is unknown. */
export function accuracySentence(markers: readonly MapMarker[]): string | null {
  const [first] = markers;
  if (first?.accuracyKm === undefined) return null;
  return first.accuracyKm === null
    ? `An estimate: the source states no accuracy. The circle shows ${USUAL_KM} km, the usual margin for a city.`
    : `An estimate: within ${first.accuracyKm} km (circle) according to the source.`;
}
