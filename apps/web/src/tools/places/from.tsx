import { SELF } from '@sonde/contract/places/places';
import { positionOf } from '@sonde/contract/round-trips/position';
import { lazy, Suspense, useEffect, useState } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { readStored, store } from '../../browser/storage/storage.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { chosenSummary } from './chosen-summary.ts';
import type { ElsewhereProps } from './elsewhere-props.ts';
import sheet from './places.css?inline';
import { tellTraced } from './traced-elsewhere.ts';
import { usePlaces } from './use-places.ts';

const STORED = 'sonde.places';

const Asking = lazy(() => import('./asking.tsx').then((loaded) => ({ default: loaded.Asking })));

/** The places of this server, to choose from; the choice is remembered in this browser. */
export function From({ screen, asked, onChoose, onShow }: ElsewhereProps) {
  adoptSheet(sheet);
  const { data, isError } = usePlaces();
  const [chosen, setChosen] = useState(() => (readStored('local', STORED) ?? '').split(',').filter(Boolean));
  const usable = (data?.places ?? []).filter(({ state }) => state !== 'unconfirmed' && state !== 'suspended');
  const from = usable.flatMap(({ id }) => (id !== null && chosen.includes(id) ? [id] : []));
  const isAsked = asked !== null && from.length > 0;
  useEffect(() => {
    if (!isAsked) onShow(null);
  }, [isAsked, onShow]);
  const canTrace = canBeAsked('traceroute', usable);
  useEffect(() => tellTraced(canTrace), [canTrace]);
  const known = new Map(
    usable.map(({ id, name, latitude, longitude }) => [
      id ?? '',
      { name: name ?? id ?? '', position: positionOf(latitude, longitude) },
    ]),
  );
  const summary = chosenSummary(from.map((id) => known.get(id)?.name ?? id));
  useEffect(() => onChoose(summary), [onChoose, summary]);
  if (data === undefined && !isError) return null;
  if (!canBeAsked(screen.id, usable))
    return isError ? 'The places cannot be loaded.' : 'No other place can be asked for this now.';

  function choose(ids: readonly string[]): void {
    setChosen([...ids]);
    store('local', STORED, ids.length === 0 ? null : ids.join(','));
  }
  return (
    <>
      <fieldset>
        <legend className="sr">Places to ask besides this server</legend>
        {usable.map(({ id, city, country, name, state }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id ?? '')}
              onChange={({ target }) =>
                choose(target.checked ? [...chosen, id ?? ''] : chosen.filter((one) => one !== id))
              }
            />{' '}
            {visibleText(name ?? id ?? '')} <small>{visibleText(whereOf({ city, country, name, state }))}</small>
          </label>
        ))}
      </fieldset>
      {isAsked && (
        <Suspense fallback={null}>
          <Asking screen={screen} asked={asked} onShow={onShow} from={[SELF, ...from]} known={known} />
        </Suspense>
      )}
    </>
  );
}

/** Places that are offline say so themselves. */
const canBeAsked = (
  tool: string,
  all: readonly { readonly tools: readonly string[] | null; readonly state: string | null }[],
) => all.some(({ tools, state }) => state === 'offline' || tools?.includes(tool) === true);

interface Where {
  readonly name: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly state: string | null;
}

function whereOf({ name, city, country, state }: Where): string {
  const parts = [city === name ? null : city, country, state === 'online' ? null : state];
  return parts.filter((part) => part !== null).join(', ');
}
