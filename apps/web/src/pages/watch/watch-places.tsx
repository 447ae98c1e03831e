import { SELF } from '@sonde/contract/places/places';
import { MAX_WATCH_PLACES } from '@sonde/contract/watch/changed-places';
import { useId } from 'react';
import { usePlaces } from '../../tools/places/use-places.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

export interface WatchPlacesProps {
  readonly tool: string;
  /** The ids of the places besides this server. */
  readonly chosen: readonly string[];
  onChoose(ids: readonly string[]): void;
}

/** The places of a new watch besides this server; nothing where none can be asked with this tool. */
export function WatchPlaces({ tool, chosen, onChoose }: WatchPlacesProps) {
  const id = useId();
  const { data } = usePlaces();
  const usable = (data?.places ?? []).filter(({ tools }) => tools?.includes(tool) === true);
  if (usable.length === 0) return null;
  const isFull = chosen.length >= MAX_WATCH_PLACES - 1;
  return (
    <fieldset className="choices side-by-side">
      <legend>Measure from this server and</legend>
      {usable.map(({ id: place, name }) => (
        <div key={place}>
          <input
            id={`${id}-${place}`}
            type="checkbox"
            checked={chosen.includes(place ?? '')}
            disabled={isFull && !chosen.includes(place ?? '')}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, place ?? ''] : chosen.filter((one) => one !== place))
            }
          />
          <label htmlFor={`${id}-${place}`}>{visibleText(name ?? place ?? '')}</label>
        </div>
      ))}
    </fieldset>
  );
}

/** The `from` of a watch; absent for this server alone. */
export const fromOf = (chosen: readonly string[]) => (chosen.length === 0 ? {} : { from: [SELF, ...chosen] });
