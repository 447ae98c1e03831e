import { useEffect, useState } from 'react';
import { loadWorldPath } from './cells/outlines.ts';
import type { MapMarker } from './map-marker.ts';

/** A world map with a dot at the marker, for orientation. */
export function WorldLocator({ markers }: { readonly markers: readonly MapMarker[] }) {
  const [land, setLand] = useState('');
  useEffect(() => {
    let isGone = false;
    loadWorldPath().then(
      (path) => !isGone && setLand(path),
      // The map is usable without it.
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
