import { useEffect, useState } from 'react';
import type { MapMarker } from './map-marker.ts';
import { loadWorldPath } from './outlines.ts';

/** The whole world with a dot where the marker is: what a map of one town does not show. */
export function WorldLocator({ markers }: { readonly markers: readonly MapMarker[] }) {
  const [land, setLand] = useState('');
  useEffect(() => {
    let isGone = false;
    loadWorldPath().then(
      (path) => !isGone && setLand(path),
      // Without it the map still says where the place is.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <svg className="map-world" viewBox="0 0 360 180" aria-hidden="true">
      <path d={land} />
      {markers.map(({ latitude, longitude, label }) => (
        <circle key={`${latitude} ${longitude} ${label}`} cx={longitude + 180} cy={90 - latitude} r="6" />
      ))}
    </svg>
  );
}
