import L from 'leaflet';

/** Degrees between two lines. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45] as const;
/** Pixels between two lines: room for their labels. */
const MIN_GAP_PX = 90;

/** Lines of latitude and longitude with degrees, which show the position when no outline is in view. */
export function drawGrid(map: L.Map): void {
  const layer = L.layerGroup().addTo(map);
  function draw() {
    const bounds = map.getBounds();
    const [south, north, west, east] = [bounds.getSouth(), bounds.getNorth(), bounds.getWest(), bounds.getEast()];
    const pixelsPerDegree = map.getSize().x / (east - west);
    const step = STEPS.find((one) => one * pixelsPerDegree >= MIN_GAP_PX) ?? 45;
    layer.clearLayers();
    for (const lon of multiples(step, west, east)) {
      layer.addLayer(line([south, lon], [north, lon]));
      layer.addLayer(label([north, lon], inDegrees(wrapped(lon), 'E', 'W'), 'map-lon'));
    }
    for (const lat of multiples(step, south, north)) {
      layer.addLayer(line([lat, west], [lat, east]));
      layer.addLayer(label([lat, west], inDegrees(lat, 'N', 'S'), 'map-lat'));
    }
  }
  draw();
  map.on('moveend', draw);
}

/** The multiples of a step between two numbers. */
export function multiples(step: number, from: number, to: number): readonly number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** `4.85° E`; without a letter for the lines between the hemispheres. */
export function inDegrees(degrees: number, positive: string, negative: string): string {
  const size = String(Number(Math.abs(degrees).toFixed(2)));
  return size === '0' ? '0°' : `${size}° ${degrees > 0 ? positive : negative}`;
}

/** Longitudes repeat after one revolution. */
const wrapped = (lon: number) => L.Util.wrapNum(lon, [-180, 180], true);

function line(from: L.LatLngTuple, to: L.LatLngTuple): L.Polyline {
  return L.polyline([from, to], { interactive: false, className: 'map-grid', weight: 1 });
}

function label(at: L.LatLngTuple, text: string, className: string): L.Marker {
  const icon = L.divIcon({ className: `map-degrees ${className}`, html: text, iconSize: [0, 0] });
  const marker = L.marker(at, { icon, interactive: false, keyboard: false });
  return marker.on('add', () => marker.getElement()?.setAttribute('aria-hidden', 'true'));
}
