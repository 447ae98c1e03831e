import { SELF } from '@sonde/contract/own-place';
import { useId } from 'react';
import { visibleText } from '../../ui/text/visible-text.ts';
import { usePlaces } from './use-places.ts';

export interface PlaceChoicesProps {
  readonly legend: string;
  /** The ids of the tools that the places are to be asked with. */
  readonly tools: readonly string[];
  /** The most that can be chosen. */
  readonly most: number;
  /** Whether this server is one of the choices; default: it measures anyway. */
  readonly hasSelf?: boolean;
  /** The ids of the chosen places. */
  readonly chosen: readonly string[];
  /** Shown where no place can be chosen; default: nothing. */
  readonly otherwise?: string;
  onChoose(ids: readonly string[]): void;
}

/** The places that can be asked with all of these tools, and those that were chosen earlier; nothing where there are none. */
export function PlaceChoices({
  legend,
  tools: asked,
  most,
  hasSelf = false,
  chosen,
  otherwise,
  onChoose,
}: PlaceChoicesProps) {
  const id = useId();
  const { data } = usePlaces();
  const usable = (data?.places ?? []).filter(({ tools }) => asked.every((tool) => tools?.includes(tool) === true));
  const gone = chosen.filter((place) => place !== SELF && usable.every((one) => one.id !== place));
  const offered = [
    ...(hasSelf ? [{ id: SELF, name: 'This server' }] : []),
    ...usable.map((one) => ({ id: one.id ?? '', name: one.name ?? one.id ?? '' })),
    ...gone.map((id) => ({ id, name: id })),
  ];
  if (offered.length === 0 || asked.length === 0) return otherwise;
  return (
    <fieldset className="choices side-by-side">
      <legend>{legend}</legend>
      {offered.map(({ id: place, name }) => (
        <div key={place}>
          <input
            id={`${id}-${place}`}
            type="checkbox"
            checked={chosen.includes(place)}
            disabled={chosen.length >= most && !chosen.includes(place)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, place] : chosen.filter((one) => one !== place))
            }
          />
          <label htmlFor={`${id}-${place}`}>{visibleText(name)}</label>
        </div>
      ))}
    </fieldset>
  );
}

/** The `from` of a watch or a list; absent for this server alone. */
export const fromOf = (chosen: readonly string[]): { readonly from?: string[] } =>
  chosen.length === 0 ? {} : { from: [SELF, ...chosen] };
