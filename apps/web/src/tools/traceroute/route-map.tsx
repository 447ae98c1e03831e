import { useEffect, useRef, useState } from 'react';
import { loadWorldPath } from '../../ui/map/cells/outlines.ts';
import type { RoutePlace } from './places.ts';

/** Margin around the places, in degrees. */
const MARGIN = 12;
const LEAST_WIDTH = 60;

/**
 * The places along the path on the outlines of the continents, in the order of the hops. Loaded when it comes into
 * view.
 */
export function RouteMap({ places }: { readonly places: readonly RoutePlace[] }) {
  const box = useRef<HTMLDivElement>(null);
  const land = useLand(box);
  const points = places.map(({ latitude, longitude }) => ({ x: longitude + 180, y: 90 - latitude }));
  const { left, top, width } = viewOf(points);
  const unit = width / 360;
  return (
    <div ref={box}>
      <svg
        className="route-map"
        viewBox={`${left} ${top} ${width} ${width / 2}`}
        role="img"
        aria-label="Map of the places"
      >
        <path d={land} />
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} strokeWidth={unit * 2} />
        {points.map(({ x, y }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may come back to a place
          <circle key={index} cx={x} cy={y} r={unit * 4} strokeWidth={unit * 1.2} />
        ))}
      </svg>
      <ol className="route-places">
        {places.map(({ name, hops }) => (
          <li key={hops.join()}>
            <b>{hopsText(hops)}</b> {name || 'unnamed place'}
          </li>
        ))}
      </ol>
    </div>
  );
}

function hopsText(hops: readonly number[]): string {
  const [first, last] = [hops[0], hops.at(-1)];
  return first === last ? `Hop ${first}` : `Hops ${first} to ${last}`;
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
        // The places are shown even without the outlines.
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

/** The part of the world that contains all places, twice as wide as it is high. */
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
