import { useSyncExternalStore } from 'react';
import { readStored, store } from '../../shell/storage.ts';
import { createStoredChanges } from '../../shell/stored-changes.ts';
import { Panel } from '../../ui/panel.tsx';
import { markAsMoved, useRecentLookups } from '../../ui/recent-store.ts';
import { useChange } from './use-change.ts';

/** Set once somebody has answered: nobody is asked twice. */
const ANSWERED_KEY = 'recentLookupsMoved';

/** Answered in another tab, which may hold a copy of the same lookups, it is answered here. */
const changes = createStoredChanges();
const wasAnswered = () => readStored('local', ANSWERED_KEY) !== null;

function answer(): void {
  store('local', ANSWERED_KEY, 'true');
  changes.tell();
}

/** At the first sign-in: what this browser remembers from before it may move into the account. */
export function MoveInPanel() {
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
