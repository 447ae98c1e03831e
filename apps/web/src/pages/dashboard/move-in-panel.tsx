import { useState } from 'react';
import { readStored, store } from '../../shell/storage.ts';
import { Panel } from '../../ui/panel.tsx';
import { forgetLookups, useRecentLookups } from '../../ui/recent-store.ts';
import { useChange } from './use-change.ts';

/** Set once somebody has answered: nobody is asked twice. */
const ANSWERED_KEY = 'recentLookupsMoved';

/** At the first sign-in: what this browser remembers may move into the account. */
export function MoveInPanel() {
  const lookups = useRecentLookups();
  const [isAnswered, setAnswered] = useState(() => readStored('local', ANSWERED_KEY) !== null);
  const { busy, problem, run } = useChange();
  if (isAnswered || lookups.length === 0) return null;

  function answer() {
    store('local', ANSWERED_KEY, 'true');
    setAnswered(true);
  }
  async function move() {
    const done = `${lookups.length === 1 ? 'One lookup' : `${lookups.length} lookups`} moved into your history`;
    if (!(await run('/history', { method: 'POST', body: { lookups } }, done))) return;
    for (const tool of new Set(lookups.map((lookup) => lookup.tool))) forgetLookups(tool);
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
