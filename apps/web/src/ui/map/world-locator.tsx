import { useEffect, useState } from 'react';
import { loadWorldPath } from './cells/outlines.ts';
import type { MapMarker } from './map-marker.ts';

interface WorldLocatorProps {
  readonly markers: readonly MapMarker[];
  /** In the corner of the map; otherwise in place of it. */
  readonly isCorner: boolean;
}

/** A world map with a dot at the marker, for orientation. */
export function WorldLocator({ markers, isCorner }: WorldLocatorProps) {
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
    // Another element in the corner: for readers, and for what browsers count, nothing moves there.
    <svg key={isCorner ? 'corner' : 'whole'} className="map-world" viewBox="0 0 360 180" aria-hidden="true">
      <path d={land} />
      {markers.map(({ latitude, longitude, label }) => (
        <circle key={`${latitude} ${longitude} ${label}`} cx={longitude + 180} cy={90 - latitude} r="6" />
      ))}
    </svg>
  );
}
