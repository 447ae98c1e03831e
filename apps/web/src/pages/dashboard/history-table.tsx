import { failures } from '@sonde/contract';
import type { HistoryEntry } from '@sonde/contract/account';
import { useContext } from 'react';
import { Link } from 'wouter';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { lookupLink } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { Trash2 } from '../../ui/icons/lucide/trash-2.ts';
import { bothSpellings } from '../../ui/other-spelling.ts';
import { Badge } from '../../ui/tables/badge.tsx';
import { breakable } from '../../ui/text/breakable-text.tsx';

export interface HistoryTableProps {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly busy: boolean;
  onRemove(entry: HistoryEntry): void;
}

/** The table of lookups; each target links to the same lookup. */
export function HistoryTable({ entries, busy, onRemove }: HistoryTableProps) {
  const screens = useContext(ToolsContext);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="tbl kept" tabIndex={0} aria-label="Your lookups">
      <table>
        <thead>
          <tr>
            <th scope="col">Target</th>
            <th scope="col">Tool</th>
            <th scope="col">When</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const screen = screens.find(({ id }) => id === entry.tool);
            return (
              <tr key={entry.id}>
                <td className="long mono">
                  <Target href={screen ? lookupLink(screen, entry.target) : null}>{entry.target}</Target>
                  {entry.failure !== null && (
                    <span title={failures[entry.failure].meaning}>
                      {entry.failure === 'not-found' ? <Badge>Not found</Badge> : <Badge tone="warn">Failed</Badge>}
                    </span>
                  )}
                </td>
                <td className="tool">{screen?.name ?? entry.tool}</td>
                <td className="when">{withLocalTimes(whenText(entry))}</td>
                <td className="r">
                  <button
                    className="btn btn-g btn-i"
                    type="button"
                    aria-label={`Delete ${entry.target}`}
                    disabled={busy}
                    onClick={() => onRemove(entry)}
                  >
                    <Trash2 className="i" />
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Target({ href, children }: { readonly href: string | null; readonly children: string }) {
  const shown = breakable(bothSpellings(children));
  return href === null ? shown : <Link href={href}>{shown}</Link>;
}

/** `2026-11-21 18:40:07 UTC`; lookups imported from the browser have no time. */
export function whenText({ lookedUpAt }: Pick<HistoryEntry, 'lookedUpAt'>): string {
  return lookedUpAt === null ? 'Before you signed in' : `${lookedUpAt.slice(0, 19).replace('T', ' ')} UTC`;
}
