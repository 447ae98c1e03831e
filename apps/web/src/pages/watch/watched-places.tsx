import { SELF } from '@sonde/contract/own-place';
import { MAX_WATCH_PLACES } from '@sonde/contract/watch/changed-places';
import type { Watch } from '@sonde/contract/watch/watch';
import { type FormEvent, useState } from 'react';
import { editWatch } from '../../browser/accounts/watch-data.ts';
import { siteConfig } from '../../browser/site-config.ts';
import { PlaceChoices } from '../../tools/places/place-choices.tsx';
import { usePlaces } from '../../tools/places/use-places.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useChange } from '../dashboard/use-change.ts';

/** From where a watch is measured, to be changed; nothing on a server without places for its tool. */
export function WatchedPlaces({ watch }: { readonly watch: Watch }) {
  const { data } = usePlaces();
  const canBeAsked = data?.places.some(({ tools }) => tools?.includes(watch.tool) === true) === true;
  if (siteConfig.places !== true || (!canBeAsked && watch.from.length === 0)) return null;
  return (
    <Panel title="Measured from" icon={Globe}>
      <PlacesForm key={watch.from.join()} watch={watch} />
    </Panel>
  );
}

function PlacesForm({ watch: { id, tool, from } }: { readonly watch: Watch }) {
  const measured = from.length === 0 ? [SELF] : from;
  const [chosen, setChosen] = useState<readonly string[]>(measured);
  const { busy, problem, attempt } = useChange();
  const isSame = chosen.length === measured.length && chosen.every((place) => measured.includes(place));
  function submit(event: FormEvent) {
    event.preventDefault();
    const places = chosen.toSorted((a, b) => Number(b === SELF) - Number(a === SELF));
    void attempt(() => editWatch(id, { from: places }), 'Saved: it is measured from there now');
  }
  return (
    <form className="kept-form" onSubmit={submit}>
      <PlaceChoices
        legend={`At most ${MAX_WATCH_PLACES} places`}
        tools={[tool]}
        most={MAX_WATCH_PLACES}
        hasSelf
        chosen={chosen}
        onChoose={setChosen}
      />
      <p>
        What was known from a removed place is forgotten; its changes stay. The first answers of a new place are no
        change.
      </p>
      {problem && <ErrorBox message={problem} />}
      <p className="acts">
        <button className="btn" type="submit" disabled={busy || isSame || chosen.length === 0}>
          Save
        </button>
      </p>
    </form>
  );
}
