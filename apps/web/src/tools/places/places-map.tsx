import { type PlaceTimes, severalMachines } from '@sonde/contract/places/place-times';
import type { Position } from '@sonde/contract/round-trips/position';
import { formatMs } from '@sonde/contract/text/format-ms';
import { OutlineMap } from '../../ui/map/outline-map.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import type { KnownPlace } from './known-place.ts';
import { linesOf, spotsOf } from './map-geometry.ts';

interface PlacesMapProps {
  /** The ids of all places that are asked. */
  readonly order: readonly string[];
  readonly known: ReadonlyMap<string, KnownPlace>;
  readonly times: ReadonlyMap<string, PlaceTimes>;
  nameOf(id: string): string;
}

/** Where the places are, as the operator states it, and the located hops of their paths; nothing if no position is stated. */
export function PlacesMap({ order, known, times, nameOf }: PlacesMapProps) {
  const positionOf = (id: string): Position | null => known.get(id)?.position ?? null;
  const on = order.flatMap((id) => {
    const position = positionOf(id);
    return position === null ? [] : { id, position };
  });
  if (on.length === 0) return null;
  const off = order.filter((id) => positionOf(id) === null);
  const lines = linesOf([...times.values()], positionOf);
  const several = severalMachines([...times.values()], (id) => ({ name: nameOf(id), position: positionOf(id) }));
  return (
    <div className="map-beside">
      <OutlineMap label="Map of the places" spots={spotsOf(on, [...times.values()])} lines={lines} />
      <div className="map-words">
        <ol aria-label="Places on the map">
          {on.map(({ id }) => (
            <li key={id}>{inWords(nameOf(id), times.get(id))}</li>
          ))}
        </ol>
        {off.length > 0 && (
          <p>
            Not on the map: {visibleText(off.map((id) => inWords(nameOf(id), times.get(id))).join('; '))}. No position
            is stated for {off.length === 1 ? 'it' : 'them'}.
          </p>
        )}
        {lines.length > 0 && (
          <p>A database locates the hops, often wrongly. The more paths take a line, the thicker it is.</p>
        )}
        {several !== null && <p>{visibleText(several)}</p>}
      </div>
    </div>
  );
}

function inWords(name: string, times: PlaceTimes | undefined): string {
  const average = times?.averageMs ?? null;
  return average === null ? visibleText(name) : `${visibleText(name)}, ${formatMs(average)}`;
}
