import L from 'leaflet';
import { USUAL_KM } from '../accuracy-sentence.ts';
import type { MapMarker } from '../map-marker.ts';

/** Draws a circle that shows how far from the marker the address may be. */
export function drawAccuracy(map: L.Map, markers: readonly MapMarker[]): void {
  for (const { latitude, longitude, accuracyKm } of markers) {
    if (accuracyKm === undefined) continue;
    const className = accuracyKm === null ? 'map-accuracy map-accuracy-usual' : 'map-accuracy';
    const radius = (accuracyKm ?? USUAL_KM) * 1000;
    L.circle([latitude, longitude], { radius, interactive: false, className, weight: 1.5 }).addTo(map);
  }
}
