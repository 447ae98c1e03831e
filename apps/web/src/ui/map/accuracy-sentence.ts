import { MAP_ZOOM, type MapMarker } from './map-marker.ts';

/**
 * The distance within which providers of such databases count a city as correct. It is shown for sources without an
 * accuracy of their own.
 */
export const USUAL_KM = 50;

/** Of a pixel at the equator in a map of zoom 0, in the usual projection (EPSG:3857). */
const PIXEL_KM = 156.543_033_93;

/** The accuracy in words, for a map of this height in pixels; null if it is unknown. */
export function accuracySentence(markers: readonly MapMarker[], height: number): string | null {
  const [first] = markers;
  if (first?.accuracyKm === undefined) return null;
  const radius = first.accuracyKm ?? USUAL_KM;
  const halfHeightKm = (height / 2) * (PIXEL_KM / 2 ** MAP_ZOOM) * Math.cos((first.latitude * Math.PI) / 180);
  const isBeyond = radius > halfHeightKm;
  const hint = 'is larger than the map at first: zoom out to see it.';
  if (first.accuracyKm === null) {
    const circle = `An estimate: the source states no accuracy. The circle of ${radius} km`;
    return isBeyond ? `${circle}, the usual margin for a city, ${hint}` : `${circle} is the usual margin for a city.`;
  }
  return isBeyond
    ? `An estimate: within ${radius} km according to the source. The circle ${hint}`
    : `An estimate: within ${radius} km (circle) according to the source.`;
}
