import { OutlineMap } from '../../ui/map/outline-map.tsx';
import type { RoutePlace } from './places.ts';

/** The places along the path, in the order of the hops. */
export function RouteMap({ places }: { readonly places: readonly RoutePlace[] }) {
  const lines = places.flatMap((from, index) => {
    const to = places[index + 1];
    return to === undefined ? [] : { from, to, weight: 1 };
  });
  return (
    <div className="map-beside">
      <OutlineMap label="Map of the places" spots={places} lines={lines} />
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
