import Supercluster from 'supercluster';
import type { MapMarker } from './map-marker.ts';

/** Markers shown as one symbol; a single marker is a cluster of its own. */
export interface MarkerCluster {
  readonly latitude: number;
  readonly longitude: number;
  readonly markers: readonly MapMarker[];
}

/** The specification's constants (section 9). */
const RADIUS_PX = 60;
const MAX_ZOOM = 16;
const MIN_POINTS = 2;
const RED_ABOVE = 10;

const WORLD: [number, number, number, number] = [-180, -90, 180, 90];

/** Returns the clusters at a zoom level. */
export function createClusters(markers: readonly MapMarker[]): (zoom: number) => MarkerCluster[] {
  const index = new Supercluster<{ marker: MapMarker }>({
    radius: RADIUS_PX,
    maxZoom: MAX_ZOOM,
    minPoints: MIN_POINTS,
  });
  index.load(
    markers.map((marker) => ({
      type: 'Feature',
      properties: { marker },
      geometry: { type: 'Point', coordinates: [marker.longitude, marker.latitude] },
    })),
  );
  const markersOf = (id: number) =>
    index
      .getLeaves(id, Number.POSITIVE_INFINITY)
      .flatMap(({ properties }) => ('marker' in properties ? properties.marker : []));
  return (zoom) =>
    index.getClusters(WORLD, Math.round(zoom)).map(({ properties, geometry }) => {
      // The index rounds positions, so a single marker uses its own.
      if (!('cluster' in properties)) return { ...placeOf(properties.marker), markers: [properties.marker] };
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      return { longitude, latitude, markers: markersOf(properties.cluster_id) };
    });
}

const placeOf = ({ latitude, longitude }: MapMarker) => ({ latitude, longitude });

/** Red if a cluster's count exceeds both ten and the mean count of all clusters, otherwise blue. */
export function clusterColour(count: number, all: readonly MarkerCluster[]): 'red' | 'blue' {
  const mean = all.reduce((sum, { markers }) => sum + markers.length, 0) / Math.max(1, all.length);
  return count > Math.max(RED_ABOVE, mean) ? 'red' : 'blue';
}
