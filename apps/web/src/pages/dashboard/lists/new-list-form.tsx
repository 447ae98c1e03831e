import type { ListWish, StartedList } from '@sonde/contract/lists/list-calls';
import { readList } from '@sonde/contract/lists/read-list';
import { MAX_PLACES_ASKED } from '@sonde/contract/places/places';
import { counted } from '@sonde/contract/text/counted';
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import { estimate } from '../../../browser/accounts/list-data.ts';
import { LIST_TEXT_KEY } from '../../../browser/storage/keys.ts';
import { readStored } from '../../../browser/storage/storage.ts';
import { fromOf, PlaceChoices } from '../../../tools/places/place-choices.tsx';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { humaniseSeconds } from '../../../ui/times/humanise-seconds.ts';
import { useChange } from '../use-change.ts';
import { type ListDraft, TargetsField } from './targets-field.tsx';
import { ToolChoices, type ToolChoicesProps } from './tool-choices.tsx';

export interface NewListFormProps extends Pick<ToolChoicesProps, 'tools'> {
  readonly busy: boolean;
  /** Resolves to whether the list was started. */
  onStart(wish: ListWish): Promise<boolean>;
}

/** An estimate, and what it was made for. */
interface Estimated {
  readonly draft: ListDraft;
  readonly chosen: readonly string[];
  readonly places: readonly string[];
  readonly started: StartedList;
}

const empty: ListDraft = { text: '', name: '', leavesOut: false };

/** What was typed on the page of lists before signing in, where the tab still has it. */
const begun = (): ListDraft => ({ ...empty, text: readStored('session', LIST_TEXT_KEY) ?? '' });

/** A form for targets and tools that shows the estimated duration before the list starts. */
export function NewListForm({ tools, onStart, busy }: NewListFormProps) {
  const [draft, setDraft] = useState(begun);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [estimated, setEstimated] = useState<Estimated | null>(null);
  const { busy: isAsking, problem, attempt } = useChange();
  const text = useDeferredValue(draft.text);
  const list = useMemo(() => readList(text), [text]);
  const isRead = text === draft.text && list.targets.length > 0 && (list.badLines.length === 0 || draft.leavesOut);
  // The server parses the same text; if bad lines are left out, it gets the parsed targets instead.
  const targets = draft.leavesOut ? list.targets.map(({ target }) => target) : draft.text;
  const wish: ListWish = { targets, tools: [...chosen], name: draft.name.trim(), ...fromOf(places) };
  const isCurrent = estimated?.draft === draft && estimated.chosen === chosen && estimated.places === places;
  const planned = isCurrent ? estimated.started : null;

  /** Not every place can be asked with every tool. */
  function chooseTools(to: readonly string[]) {
    setChosen(to);
    if (places.length > 0) setPlaces([]);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (planned === null) {
      const started = await attempt(() => estimate(wish), null);
      setEstimated(started && { draft, chosen, places, started });
      return;
    }
    if (await onStart(wish)) setDraft((now) => (now === draft ? empty : now));
  }
  return (
    <form className="kept-form" onSubmit={submit}>
      <TargetsField
        draft={draft}
        list={list}
        onEdit={(edit) => setDraft((before) => ({ ...before, ...edit(before) }))}
      />
      <ToolChoices tools={tools} chosen={chosen} onChoose={chooseTools} />
      <PlaceChoices
        legend="Look them up from this server and"
        tools={chosen}
        most={MAX_PLACES_ASKED - 1}
        chosen={places}
        onChoose={setPlaces}
      />
      {problem && <ErrorBox message={problem} />}
      {planned !== null && <Planned started={planned} />}
      <p className="acts">
        <button className="btn" type="submit" disabled={!isRead || chosen.length === 0 || busy || isAsking}>
          {planned === null ? 'Estimate' : 'Start the list'}
        </button>
      </p>
    </form>
  );
}

const MAX_NAMED = 5;

function Planned({ started: { estimate, skipped } }: { readonly started: StartedList }) {
  const { lookups, seconds, because } = estimate;
  const rest = skipped.length - MAX_NAMED;
  return (
    <p role="status">
      <strong>
        {counted(lookups, 'lookup')}, about {humaniseSeconds(seconds)}.
      </strong>{' '}
      {because}
      {skipped.length > 0 &&
        ` None of these tools looks up ${skipped.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`}
    </p>
  );
}
