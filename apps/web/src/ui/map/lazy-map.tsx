import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { MapError } from './map-error.tsx';
import type { MapMarker } from './map-marker.ts';

interface Props {
  readonly markers: readonly MapMarker[];
}

const Failed: ComponentType<Props> = () => (
  <div className="map">
    <MapError reason="The page could not be loaded completely." />
  </div>
);
const LocationMap = lazy(() =>
  import('./location-map.tsx').then(
    (module) => ({ default: module.LocationMap as ComponentType<Props> }),
    () => ({ default: Failed }),
  ),
);

/**
 * Reserves the space of a map and loads the map when it comes into view: its code and outlines are larger than the
 * page.
 */
export function LazyMap(props: Props) {
  const room = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (room.current === null) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '300px',
    });
    watcher.observe(room.current);
    return () => watcher.disconnect();
  }, []);
  const empty = <div className="map" ref={room} />;
  return isNear ? (
    <Suspense fallback={empty}>
      <LocationMap {...props} />
    </Suspense>
  ) : (
    empty
  );
}
