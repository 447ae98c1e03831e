import L from 'leaflet';
import { type CellPlace, cellsIn, type MapCell, type Point, readCell } from '../cells/map-cell-reading.ts';
import { existingCells, loadCell } from '../cells/map-cells.ts';
import { loadCountries } from '../cells/outlines.ts';
import { MARKER_PX, type MapMarker } from '../map-marker.ts';
import { chooseLabels } from './place-labels.ts';

const GROUND = 'ground';
/** Views that touch more cells show the outlines of the whole world instead. */
const MAX_CELLS = 12;

const idOf = ({ key, revolution }: CellPlace) => `${key} ${revolution}`;

/**
 * Draws land, coasts, borders and place names for the view and follows its moves; resolves once the first view is
 * drawn.
 */
export async function drawDetail(map: L.Map, markers: readonly MapMarker[], hasNames: boolean): Promise<void> {
  // Below everything else on the map, including an operator's tiles.
  map.createPane(GROUND).style.zIndex = '150';
  const layers = { outlines: L.layerGroup().addTo(map), cells: L.layerGroup().addTo(map) };
  const labels = hasNames ? createLabels(map, markers) : null;
  const drawn = new Map<string, MapCell>();
  let world: Promise<void> | null = null;
  /** Counts views: cells fetched for an earlier view must not replace those of a later one. */
  let view = 0;

  async function drawWorld(): Promise<void> {
    for (const areas of await loadCountries()) {
      const rings = areas.map((area) => area.map((ring) => ring.map(([lon = 0, lat = 0]): Point => [lat, lon])));
      layers.outlines.addLayer(polygon(rings, 'map-land'));
    }
  }
  async function drawCells(places: readonly CellPlace[]): Promise<void> {
    const wanted = places.filter((place) => !drawn.has(idOf(place)));
    await Promise.all(
      wanted.map(async (place) => {
        const cell = readCell(place, await loadCell(place.key));
        if (drawn.has(idOf(place))) return;
        drawn.set(idOf(place), cell);
        // For coasts and lakes: points inside an odd number of rings are land.
        layers.cells.addLayer(polygon(cell.land, 'map-ground'));
        for (const line of cell.coasts) layers.cells.addLayer(polyline(line, 'map-coast'));
        for (const line of cell.borders) layers.cells.addLayer(polyline(line, 'map-border'));
      }),
    );
  }
  async function draw(): Promise<void> {
    view += 1;
    const mine = view;
    const bounds = map.getBounds();
    const edges = {
      south: bounds.getSouth(),
      north: bounds.getNorth(),
      west: bounds.getWest(),
      east: bounds.getEast(),
    };
    const cells = cellsIn(edges, existingCells);
    const isNear = cells.length <= MAX_CELLS;
    if (!isNear) {
      world ??= drawWorld().catch((error: unknown) => {
        // The next view that needs it tries again.
        world = null;
        throw error;
      });
    }
    await (isNear ? drawCells(cells) : world);
    if (mine !== view) return;
    if (isNear) map.removeLayer(layers.outlines).addLayer(layers.cells);
    else map.removeLayer(layers.cells).addLayer(layers.outlines);
    labels?.show(isNear ? cells.flatMap((place) => drawn.get(idOf(place))?.places ?? []) : []);
  }
  // A cell that cannot be fetched leaves its place empty; the grid still shows the position.
  const redraw = () => void draw().catch(() => labels?.show([]));
  map.on('moveend', redraw);
  await draw();
}

/** Names have their own pane, above the land and below the pins. */
function createLabels(map: L.Map, markers: readonly MapMarker[]) {
  const pane = map.createPane('places');
  pane.setAttribute('aria-hidden', 'true');
  const layer = L.layerGroup().addTo(map);
  return {
    show(places: MapCell['places']) {
      layer.clearLayers();
      const size = map.getSize();
      const toPixel = ({ at }: MapCell['places'][number]) => map.latLngToContainerPoint(at);
      const pins = markers.map(({ latitude, longitude }) => {
        const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
        // Only the tip stays free, so that the name of the town it points to fits beside it.
        return { left: x - MARKER_PX / 2, right: x + MARKER_PX / 2, top: y - MARKER_PX, bottom: y - MARKER_PX / 2 };
      });
      for (const label of chooseLabels(places, toPixel, { width: size.x, height: size.y }, [
        ...pins,
        ...coversOf(size),
      ])) {
        const text = document.createElement('span');
        text.textContent = label.name;
        const icon = L.divIcon({ className: `map-place map-${label.size}`, html: text, iconSize: [0, 0] });
        const at = map.containerPointToLatLng([label.x, label.y]);
        layer.addLayer(L.marker(at, { icon, pane: 'places', interactive: false, keyboard: false }));
      }
    },
  };
}

/** Elements over the map, as in `map.css`: the caption on top, and the world outline in the lower left corner. */
function coversOf({ x, y }: L.Point) {
  const [world, caption] = matchMedia('(width < 768px)').matches ? [{ x: 108, y: 60 }, 80] : [{ x: 164, y: 88 }, 60];
  return [
    { left: 0, right: x, top: 0, bottom: caption },
    { left: 0, right: world.x, top: y - world.y, bottom: y },
  ];
}

const polygon = (points: L.LatLngExpression[][] | L.LatLngExpression[][][], className: string) =>
  L.polygon(points, {
    interactive: false,
    pane: GROUND,
    className,
    stroke: className === 'map-land',
    weight: 1,
    smoothFactor: 0.5,
  });

const polyline = (points: Point[], className: string) =>
  L.polyline(points, {
    interactive: false,
    pane: GROUND,
    className,
    weight: 1,
    smoothFactor: 0.5,
  });
