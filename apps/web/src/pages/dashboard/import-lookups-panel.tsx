import { useSyncExternalStore } from 'react';
import { markAsMoved, useRecentLookups } from '../../browser/storage/recent-lookups.ts';
import { readStored, store } from '../../browser/storage/storage.ts';
import { createStoredChanges } from '../../browser/storage/stored-changes.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useChange } from './use-change.ts';

/** Stored after the first answer, so that visitors are asked only once. */
const ANSWERED_KEY = 'recentLookupsMoved';

/** An answer given in another tab counts here as well: both tabs have the same lookups. */
const changes = createStoredChanges();
const wasAnswered = () => readStored('local', ANSWERED_KEY) !== null;

function answer(): void {
  store('local', ANSWERED_KEY, 'true');
  changes.tell();
}

/** Offers at the first sign-in to import the lookups that this browser remembers. */
export function ImportLookupsPanel() {
  const lookups = useRecentLookups().filter(({ signIn }) => signIn === undefined);
  const isAnswered = useSyncExternalStore(changes.subscribe, wasAnswered);
  const { busy, problem, run } = useChange();
  if (isAnswered || lookups.length === 0) return null;

  async function move() {
    const done = `${lookups.length === 1 ? 'One lookup' : `${lookups.length} lookups`} moved into your history`;
    const moved = lookups.map(({ tool, target }) => ({ tool, target }));
    if (!(await run('/history', { method: 'POST', body: { lookups: moved } }, done))) return;
    markAsMoved(lookups);
    answer();
  }
  return (
    <Panel title="Lookups of this browser">
      <div className="kept-form">
        <p>
          This browser remembers {lookups.length === 1 ? 'one lookup' : `${lookups.length} lookups`} from before you
          signed in. Move {lookups.length === 1 ? 'it' : 'them'} into your history?
        </p>
        {problem && (
          <p className="auth-error" role="alert">
            {problem}
          </p>
        )}
        <p className="acts">
          <button className="btn" type="button" disabled={busy} onClick={move}>
            Move into my history
          </button>
          <button className="btn btn-g" type="button" disabled={busy} onClick={answer}>
            No, thanks
          </button>
        </p>
      </div>
    </Panel>
  );
}
