import { formatUtc } from '@sonde/contract/text/format-utc';
import { useContext, useState } from 'react';
import { Link } from 'wouter';
import { useSnapshots } from '../../browser/accounts/account-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Snowflake } from '../../ui/icons/lucide/snowflake.ts';
import { Trash2 } from '../../ui/icons/lucide/trash-2.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { bothSpellings } from '../../ui/other-spelling.ts';
import { breakable } from '../../ui/text/breakable-text.tsx';
import { useChange } from './use-change.ts';

/** How many are listed at first, and added by each press. */
const STEP = 20;

/** Results that the member has kept. */
export function SnapshotsPanel() {
  const { data, error, refetch } = useSnapshots();
  const { busy, problem, run } = useChange();
  const [shown, setShown] = useState(STEP);
  const screens = useContext(ToolsContext);
  const nameOf = (tool: string) => screens.find(({ id }) => id === tool)?.name ?? tool;
  const snapshots = data?.snapshots ?? [];
  return (
    <Panel title="Kept results" icon={Snowflake} count={snapshots.length}>
      {error && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
      {problem && <ErrorBox message={problem} />}
      {snapshots.length === 0 && data !== undefined && (
        <p className="status">“Share” gives an answer its own page, which is listed here.</p>
      )}
      <ul className="kept-targets">
        {snapshots.slice(0, shown).map(({ id, target, tools, keptAt }) => (
          <li key={id}>
            <div>
              <Link className="mono" href={`/r/${id}`}>
                {breakable(bothSpellings(target))}
              </Link>
              <p>
                {tools.map(nameOf).join(', ')} · {formatUtc(keptAt)}
              </p>
            </div>
            <div className="acts">
              <button
                className="btn btn-g btn-i"
                type="button"
                aria-label={`Delete the kept result of ${target}, ${formatUtc(keptAt)}`}
                disabled={busy}
                onClick={() => run(`/snapshots/${id}`, { method: 'DELETE' }, `${target} deleted`)}
              >
                <Trash2 className="i" />
              </button>
            </div>
          </li>
        ))}
      </ul>
      {snapshots.length > shown && (
        <button className="btn" type="button" onClick={() => setShown(shown + STEP)}>
          Show more
        </button>
      )}
    </Panel>
  );
}
