// In this folder: the map by Leaflet, built in or with an operator's tiles.
import L from 'leaflet';
import { clusterColour, createClusters, type MarkerCluster } from '../clusters.ts';
import { centreOf, MAP_ZOOM, MARKER_PX, type MapMarker, popupContent, type ShownMap } from '../map-marker.ts';
import { wearLeafletStyles } from '../map-styles.ts';
import { clusterSvg, pinSvg } from '../pin.ts';
import { drawAccuracy } from './map-accuracy.ts';
import { drawDetail } from './map-detail.ts';
import { drawGrid } from './map-grid.ts';

const MAX_ZOOM = 18;

/** A map of open data, below the operator's raster tiles if configured. */
export async function openLeafletMap(
  box: HTMLElement,
  markers: readonly MapMarker[],
  tileUrl: string | null,
): Promise<ShownMap> {
  wearLeafletStyles();
  const { latitude, longitude } = centreOf(markers);
  const map = L.map(box, {
    center: [latitude, longitude],
    zoom: MAP_ZOOM,
    minZoom: 1,
    maxZoom: MAX_ZOOM,
    zoomControl: false,
    attributionControl: false,
    // Wheel and touch scroll the page, not the map.
    scrollWheelZoom: false,
    dragging: !matchMedia('(pointer: coarse)').matches,
    worldCopyJump: true,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  makeAccessible(box, map);
  L.control.zoom({ position: 'bottomright', zoomInTitle: 'Zoom in', zoomOutTitle: 'Zoom out' }).addTo(map);
  L.control.scale({ position: 'bottomright', maxWidth: 120, imperial: false }).addTo(map);
  if (tileUrl === null) drawGrid(map);
  else addTiles(map, tileUrl);
  drawAccuracy(map, markers);
  drawSigns(map, markers);
  // Without the outlines the place is still shown on the grid.
  await drawDetail(map, markers, tileUrl === null).catch(() => undefined);
  return { remove: removal(map) };
}

/**
 * Removes the map. A zoom that was asked for begins with the next frame, and its end reads the map until the last of its
 * events is told: the map is removed after both.
 */
function removal(map: L.Map): () => void {
  let isZooming = false;
  map.on('zoomanim', () => {
    isZooming = true;
  });
  map.on('zoomend', () => {
    isZooming = false;
  });
  const remove = () => void map.remove();
  return () => {
    requestAnimationFrame(() => {
      if (isZooming) map.once('moveend', () => setTimeout(remove));
      else remove();
    });
  };
}

/** The library handles Escape only while the map has the focus, and does not let Space press a marker. */
function makeAccessible(box: HTMLElement, map: L.Map): void {
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', 'Map');
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') map.closePopup();
    if (event.key !== ' ' || !(event.target instanceof HTMLElement) || !event.target.matches('.map-pin')) return;
    event.preventDefault();
    event.target.click();
  });
}

function addTiles(map: L.Map, tileUrl: string): void {
  // Tile servers require the site as referrer; nothing more is sent.
  L.tileLayer(tileUrl, { maxZoom: MAX_ZOOM, referrerPolicy: 'origin' }).addTo(map);
  const credit = /(?:^|[/.])openstreetmap\.org\//.test(tileUrl)
    ? '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>'
    : null;
  if (credit !== null)
    L.control.attribution({ position: 'bottomleft', prefix: false }).addAttribution(credit).addTo(map);
}

function drawSigns(map: L.Map, markers: readonly MapMarker[]): void {
  const clustersAt = createClusters(markers);
  const layer = L.layerGroup().addTo(map);
  const draw = () => {
    layer.clearLayers();
    const clusters = clustersAt(map.getZoom());
    for (const cluster of clusters) layer.addLayer(signOf(map, cluster, clusters));
  };
  draw();
  // A single marker needs no clusters.
  if (markers.length > 1) map.on('zoomend', draw);
}

function signOf(map: L.Map, { latitude, longitude, markers }: MarkerCluster, all: readonly MarkerCluster[]): L.Marker {
  const [single, ...more] = markers;
  const count = markers.length;
  const isCluster = single === undefined || more.length > 0;
  const title = isCluster ? `${count} places` : single.label;
  const sign = L.marker([latitude, longitude], {
    title,
    icon: L.divIcon({
      className: 'map-pin',
      html: isCluster ? clusterSvg(count, clusterColour(count, all)) : pinSvg,
      iconSize: [MARKER_PX, MARKER_PX],
      iconAnchor: [MARKER_PX / 2, isCluster ? MARKER_PX / 2 : MARKER_PX],
      popupAnchor: [0, -MARKER_PX],
    }),
  });
  sign.on('add', () => sign.getElement()?.setAttribute('aria-label', title));
  const zoomIn = () => map.setView([latitude, longitude], Math.min(MAX_ZOOM, map.getZoom() + 2));
  if (isCluster) {
    sign.on('click', zoomIn);
    sign.on('keypress', ({ originalEvent }) => originalEvent.key === 'Enter' && zoomIn());
  } else sign.bindPopup(popupContent(single), { closeButton: false, minWidth: 120 });
  return sign;
}
