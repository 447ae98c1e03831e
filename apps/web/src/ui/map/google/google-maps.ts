// In this folder: the map by Google.
import { clusterColour, createClusters, type MarkerCluster } from '../clusters.ts';
import { centreOf, MAP_ZOOM, MARKER_PX, type MapMarker, popupContent, type ShownMap } from '../map-marker.ts';
import { clusterSvg, pinSvg, svgUrl } from '../pin.ts';
import { loadGoogle, onKeyRefused } from './google-script.ts';

/**
 * Opens a Google map with only zoom buttons, and without labels for points of interest. `onFailure` is called for
 * failures after that.
 * @throws Error whose message is the reason.
 */
export async function openGoogleMap(
  box: HTMLElement,
  markers: readonly MapMarker[],
  key: string,
  onFailure: (reason: string) => void,
): Promise<ShownMap> {
  const maps = await loadGoogle(key);
  const stopListening = onKeyRefused(onFailure);
  const { latitude, longitude } = centreOf(markers);
  const map = new maps.Map(box, {
    center: { lat: latitude, lng: longitude },
    zoom: MAP_ZOOM,
    zoomControl: true,
    cameraControl: false,
    streetViewControl: false,
    mapTypeControl: false,
    fullscreenControl: false,
    styles: [{ featureType: 'poi', elementType: 'labels', stylers: [{ visibility: 'off' }] }],
  });
  const popup = new maps.InfoWindow();
  const clustersAt = createClusters(markers);
  let signs: google.maps.Marker[] = [];

  function draw() {
    for (const sign of signs) sign.setMap(null);
    const clusters = clustersAt(map.getZoom() ?? MAP_ZOOM);
    signs = clusters.map((cluster) => addSign(cluster, clusters));
  }
  function addSign(cluster: MarkerCluster, all: readonly MarkerCluster[]): google.maps.Marker {
    const [single, ...more] = cluster.markers;
    const count = cluster.markers.length;
    const isCluster = single === undefined || more.length > 0;
    const sign = new maps.Marker({
      map,
      position: { lat: cluster.latitude, lng: cluster.longitude },
      title: isCluster ? `${count} places` : single.label,
      icon: {
        url: svgUrl(isCluster ? clusterSvg(count, clusterColour(count, all)) : pinSvg),
        // The library accepts plain coordinates, although its types demand its own class.
        scaledSize: { width: MARKER_PX, height: MARKER_PX } as google.maps.Size,
      },
    });
    sign.addListener('click', () => {
      if (isCluster) {
        map.setCenter({ lat: cluster.latitude, lng: cluster.longitude });
        map.setZoom((map.getZoom() ?? MAP_ZOOM) + 2);
        return;
      }
      popup.setContent(popupContent(single));
      popup.open({ map, anchor: sign });
    });
    return sign;
  }
  draw();
  // A single marker needs no clusters.
  if (markers.length > 1) map.addListener('zoom_changed', draw);
  return {
    remove() {
      stopListening();
      for (const sign of signs) sign.setMap(null);
      popup.close();
      box.replaceChildren();
    },
  };
}
