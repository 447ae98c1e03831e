import type { MapPlace } from '../cells/map-cell-reading.ts';

/** A place's label, in pixels of the map; `x` and `y` are the place itself. */
export interface PlaceLabel {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly size: 'city' | 'town' | 'village';
}

/** A rectangle that labels must not cover. */
export interface Taken {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels of a letter and of a line, slightly more than in the fonts. */
const letter = { city: 8, town: 7, village: 6.5 } as const;
const LINE_PX = 18;
const DOT_PX = 10;
const GAP_PX = 6;

/** The labels that fit without overlap, the largest places first. */
export function chooseLabels(
  places: readonly MapPlace[],
  toPixel: (place: MapPlace) => { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
  taken: readonly Taken[] = [],
): readonly PlaceLabel[] {
  const boxes = [...taken];
  const labels: PlaceLabel[] = [];
  for (const place of [...places].sort((one, other) => other.inhabitants - one.inhabitants)) {
    const { x, y } = toPixel(place);
    const label = { name: place.name, x, y, size: sizeOf(place.inhabitants) };
    const box = boxOf(label);
    const isInside = x >= 0 && y >= 0 && box.right <= size.width && y <= size.height;
    if (!isInside || boxes.some((other) => overlap(box, other))) continue;
    boxes.push(box);
    labels.push(label);
  }
  return labels;
}

function sizeOf(inhabitants: number): PlaceLabel['size'] {
  if (inhabitants >= 100_000) return 'city';
  return inhabitants >= 15_000 ? 'town' : 'village';
}

function boxOf({ name, x, y, size }: PlaceLabel): Taken {
  const width = DOT_PX + name.length * letter[size];
  return {
    left: x - GAP_PX,
    top: y - LINE_PX / 2 - GAP_PX,
    right: x + width + GAP_PX,
    bottom: y + LINE_PX / 2 + GAP_PX,
  };
}

const overlap = (one: Taken, other: Taken) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
