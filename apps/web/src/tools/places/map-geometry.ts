import type { PlaceTimes } from '@sonde/contract/places/place-times';
import { isSame, type Position } from '@sonde/contract/round-trips/position';
import type { MapLine, MapSpot } from '../../ui/map/outline-map.tsx';

interface Placed {
  readonly id: string;
  readonly position: Position;
}

/** Places nearer to each other than this part of the width of the map share a sign. */
const NEAR = 0.06;

/** One sign for each place, with its number in the list; places near each other share one. Then the hops, and the targets. */
export function spotsOf(places: readonly Placed[], times: readonly PlaceTimes[]): readonly MapSpot[] {
  const longitudes = places.map(({ position }) => position.longitude);
  const nearDegrees = NEAR * Math.max(60, Math.max(...longitudes) - Math.min(...longitudes));
  const signs: { position: Position; numbers: number[]; isWaiting: boolean }[] = [];
  for (const [index, { id, position }] of places.entries()) {
    const isWaiting = !times.some(({ place }) => place === id);
    const near = signs.find((sign) => degreesBetween(sign.position, position) < nearDegrees);
    if (near === undefined) signs.push({ position, numbers: [index + 1], isWaiting });
    else {
      near.numbers.push(index + 1);
      near.isWaiting &&= isWaiting;
    }
  }
  const targets = times.flatMap(({ way, isTargetLocated }) => (isTargetLocated ? way.slice(-1) : []));
  const hops = times.flatMap(({ way }) => way).filter((hop) => !targets.some((target) => isSame(hop, target)));
  return [
    ...unique(hops),
    ...unique(targets).map((target) => ({ ...target, look: 'target' as const })),
    ...signs.map(({ position, numbers, isWaiting }) => ({
      ...position,
      text: textOf(numbers),
      ...(isWaiting ? { look: 'waiting' as const } : {}),
    })),
  ];
}

/** `1`, `1, 2`, `1–3`, `1, 4 +2` */
function textOf(numbers: readonly number[]): string {
  const [first = 0, second] = numbers;
  const last = numbers.at(-1) ?? first;
  if (second === undefined) return String(first);
  if (numbers.length > 2 && last - first === numbers.length - 1) return `${first}–${last}`;
  return numbers.length === 2 ? `${first}, ${second}` : `${first}, ${second} +${numbers.length - 2}`;
}

/**
 * The ways of all places, from where each stands, if that is stated, over its located hops. A line that several ways take is one,
 * and weighs more.
 */
export function linesOf(
  times: readonly PlaceTimes[],
  positionOf: (place: string) => Position | null,
): readonly MapLine[] {
  const lines: { from: Position; to: Position; weight: number }[] = [];
  for (const { place, way } of times) {
    const start = positionOf(place);
    const points = start === null ? way : [start, ...way];
    for (const [index, from] of points.entries()) {
      const to = points[index + 1];
      if (to === undefined || isSame(from, to)) continue;
      const known = lines.find(
        (line) => (isSame(line.from, from) && isSame(line.to, to)) || (isSame(line.from, to) && isSame(line.to, from)),
      );
      if (known === undefined) lines.push({ from, to, weight: 1 });
      else known.weight += 1;
    }
  }
  return lines;
}

const degreesBetween = (one: Position, other: Position) =>
  Math.hypot(one.longitude - other.longitude, one.latitude - other.latitude);

const unique = (all: readonly Position[]) =>
  all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index);
