import { useEffect, useRef, useState } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { loadWorldPath } from './cells/outlines.ts';
import sheet from './outline-map.css?inline';

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

export interface MapSpot extends Position {
  /** Beside the dot; empty for a plain dot. */
  readonly text?: string;
  /** How it looks; a plain dot by default. */
  readonly look?: 'waiting' | 'target';
}

export interface MapLine {
  readonly from: Position;
  readonly to: Position;
  /** How often it is drawn over: 1 for a single path. */
  readonly weight: number;
}

interface OutlineMapProps {
  readonly label: string;
  readonly spots: readonly MapSpot[];
  readonly lines: readonly MapLine[];
}

/**
 * Spots and lines on the outlines of the continents, without a tile or a request to anybody else. The outlines are loaded
 * when the map comes into view. Its equal in words stands beside it.
 */
export function OutlineMap({ label, spots, lines }: OutlineMapProps) {
  adoptSheet(sheet);
  const box = useRef<HTMLDivElement>(null);
  const land = useLand(box);
  const view = viewOf([...spots, ...lines.flatMap(({ from, to }) => [from, to])].map(inPlane));
  const { left, top, width } = view;
  const unit = width / 360;
  return (
    <div ref={box} className="outline-map" role="img" aria-label={label} data-state={land === '' ? 'loading' : 'shown'}>
      <svg aria-hidden="true" viewBox={`${left} ${top} ${width} ${width / 2}`}>
        <path d={land} />
        {lines.flatMap(drawn).map(({ weight, ...ends }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may take a line twice
          <line key={index} {...ends} strokeWidth={unit * (1 + Math.min(MOST_WEIGHT, weight))} />
        ))}
        {spots.map(({ look, ...spot }, index) => {
          const { x, y } = inPlane(spot);
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may come back to a place
          return <circle key={index} className={look} cx={x} cy={y} r={unit * 4} strokeWidth={unit * 1.2} />;
        })}
      </svg>
      {spots
        .filter(({ text }) => text)
        .map((spot) => {
          const { x, y } = inPlane(spot);
          const style = { '--x': (x - left) / width, '--y': (y - top) / (width / 2) };
          return (
            <span key={spot.text} style={style}>
              {spot.text}
            </span>
          );
        })}
    </div>
  );
}

const MOST_WEIGHT = 4;

const inPlane = ({ latitude, longitude }: Position) => ({ x: longitude + 180, y: 90 - latitude });

/** A line across the 180th meridian is drawn at both edges of the plane instead of across all of it. */
function drawn({ from, to, weight }: MapLine) {
  const [a, b] = [inPlane(from), inPlane(to)];
  const shift = Math.abs(b.x - a.x) <= 180 ? 0 : Math.sign(a.x - b.x) * 360;
  const one = { x1: a.x, y1: a.y, x2: b.x + shift, y2: b.y, weight };
  return shift === 0 ? [one] : [one, { x1: a.x - shift, y1: a.y, x2: b.x, y2: b.y, weight }];
}

function useLand(box: React.RefObject<HTMLDivElement | null>): string {
  const [land, setLand] = useState('');
  useEffect(() => {
    if (box.current === null) return;
    let isGone = false;
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      loadWorldPath().then(
        (path) => !isGone && setLand(path),
        // The spots are shown even without the outlines.
        () => undefined,
      );
    });
    watcher.observe(box.current);
    return () => {
      isGone = true;
      watcher.disconnect();
    };
  }, [box]);
  return land;
}

/** Margin around the spots, in degrees. */
const MARGIN = 12;
const LEAST_WIDTH = 60;

/** The part of the world that contains all points, twice as wide as it is high. */
function viewOf(points: readonly { readonly x: number; readonly y: number }[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.min(360, Math.max(LEAST_WIDTH, maxX - minX + 2 * MARGIN, 2 * (maxY - minY + 2 * MARGIN)));
  const within = (middle: number, size: number, all: number) => Math.max(0, Math.min(all - size, middle - size / 2));
  return {
    left: within((minX + maxX) / 2, width, 360),
    top: within((minY + maxY) / 2, width / 2, 180),
    width,
  };
}
