/** A place on a map, with the text of its popup. */
export interface MapMarker {
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
  /** Kilometres as the source states them; null if it states none, absent for an exact place. */
  readonly accuracyKm?: number | null;
}

/** A map in an element; its owner must remove it. */
export interface ShownMap {
  remove(): void;
}

/** The specification's constants (section 9). */
export const MAP_ZOOM = 12;
export const MARKER_PX = 30;
const DEFAULT_CENTRE = { latitude: 37.7749, longitude: -122.4194 };

/** The centre of the map: the first marker, or the specification's default before a position is known. */
export function centreOf([first = DEFAULT_CENTRE]: readonly Pick<MapMarker, 'latitude' | 'longitude'>[]) {
  return { latitude: first.latitude, longitude: first.longitude };
}

/** A position in words, six decimals each. */
function coordinatesOf({ latitude, longitude }: Pick<MapMarker, 'latitude' | 'longitude'>): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
}

/** The content of a popup, as text: database entries must not become markup. */
export function popupContent(marker: MapMarker): HTMLElement {
  const content = document.createElement('div');
  content.className = 'map-popup';
  for (const [tag, text] of [
    ['strong', marker.label],
    ['span', coordinatesOf(marker)],
  ] as const) {
    content.append(Object.assign(document.createElement(tag), { textContent: text }));
  }
  return content;
}
