import { formatUtc } from '@sonde/contract/text/format-utc';
import type { WatchEntry } from '@sonde/contract/watch/watch';
import { useContext } from 'react';
import { Link } from 'wouter';
import { checkWatch, editWatch, removeWatch } from '../../browser/accounts/watch-data.ts';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { bothSpellings } from '../../ui/other-spelling.ts';
import { Badge } from '../../ui/tables/badge.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { ConfirmButton } from '../dashboard/confirm-button.tsx';
import type { useChange } from '../dashboard/use-change.ts';
import { rhythmOf, stateOfWatch, watchedName } from './watch-words.ts';

export interface WatchItemProps {
  readonly watch: WatchEntry;
  readonly busy: boolean;
  readonly attempt: ReturnType<typeof useChange>['attempt'];
}

/** A watch in the list, with its state and last change. */
export function WatchItem({ watch, busy, attempt }: WatchItemProps) {
  const { id, tool, target, name, lastChange } = watch;
  const [tone, state] = stateOfWatch(watch);
  const screens = useContext(ToolsContext);
  const shown = visibleText(name || bothSpellings(target));
  return (
    <li>
      <div>
        <Link href={`/watch/${id}`}>
          <strong>{shown}</strong>
        </Link>{' '}
        <Badge tone={tone}>{state}</Badge>
        <p>
          {watchedName(tool, screens)}
          {name !== '' && `, ${bothSpellings(target)}`}, {rhythmOf(watch)}
        </p>
        <p className="times">{timesOf(watch)}</p>
        {lastChange !== null && (
          <p>
            {visibleText(lastChange.label)}: {visibleText(lastChange.text)}
          </p>
        )}
      </div>
      <div className="acts">
        <WatchButtons watch={watch} shown={shown} busy={busy} attempt={attempt} />
      </div>
    </li>
  );
}

function timesOf({ checkedAt, lastChange }: WatchEntry): string {
  const measured = checkedAt === null ? 'Not measured yet' : `Measured ${formatUtc(checkedAt)}`;
  const changed = lastChange === null ? 'no change so far' : `changed ${formatUtc(lastChange.at)}`;
  return withLocalTimes(`${measured} · ${changed}`);
}

/** Check now, pause or continue, remove. */
export function WatchButtons({ watch, shown, busy, attempt }: WatchItemProps & { readonly shown: string }) {
  const { id, state } = watch;
  const isPaused = state === 'paused';
  const pause = () =>
    attempt(() => editWatch(id, { paused: !isPaused }), `${shown} is ${isPaused ? 'watched again' : 'paused'}`);
  return (
    <>
      {!isPaused && (
        <button
          className="btn"
          type="button"
          aria-label={`Check ${shown} now`}
          disabled={busy}
          onClick={() => attempt(() => checkWatch(id), `${shown} is checked soon`)}
        >
          Check now
        </button>
      )}
      <button
        className="btn"
        type="button"
        aria-label={`${isPaused ? 'Continue' : 'Pause'} ${shown}`}
        disabled={busy}
        onClick={pause}
      >
        {isPaused ? 'Continue' : 'Pause'}
      </button>
      <ConfirmButton
        label="Remove"
        name={`Remove ${shown}`}
        question="Remove it with its history"
        disabled={busy}
        onConfirm={() => attempt(() => removeWatch(id), `${shown} is no longer watched`)}
      />
    </>
  );
}
