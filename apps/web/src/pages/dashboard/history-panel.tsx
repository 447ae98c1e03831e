import { HISTORY_DAYS, type HistoryEntry } from '@sonde/contract/account';
import { useContext, useDeferredValue, useState } from 'react';
import { useHistory } from '../../browser/accounts/account-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { History } from '../../ui/icons/lucide/history.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { ExportHistory } from './export-history.tsx';
import { HistoryTable } from './history-table.tsx';
import { useChange } from './use-change.ts';

/** The account's lookups with all tools. */
export function HistoryPanel() {
  const [filter, setFilter] = useState({ search: '', tool: '' });
  const pages = useHistory(useDeferredValue(filter));
  const { busy, problem, run } = useChange();
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const total = pages.data?.pages.at(-1)?.total ?? 0;
  const isFiltered = filter.search !== '' || filter.tool !== '';

  const remove = ({ id, target }: HistoryEntry) =>
    void run(`/history/${id}`, { method: 'DELETE' }, `${target} deleted from your history`);
  return (
    <Panel title="History" icon={History} count={total}>
      <Filter value={filter} onChange={setFilter} />
      {pages.error && <ErrorBox message={textOf(pages.error)} onRetry={() => pages.refetch()} />}
      {problem && <ErrorBox message={problem} />}
      {entries.length > 0 && <HistoryTable entries={entries} busy={busy} onRemove={remove} />}
      {entries.length === 0 && pages.isSuccess && (
        <p className="status">{isFiltered ? 'No lookups match.' : 'No lookups since you signed in.'}</p>
      )}
      {pages.hasNextPage && (
        <p className="status">
          <button className="btn" type="button" disabled={pages.isFetching} onClick={() => pages.fetchNextPage()}>
            Show more
          </button>
        </p>
      )}
      <div className="kept-form">
        <p>Lookups are kept for {HISTORY_DAYS} days unless you delete them earlier.</p>
        <div className="acts">
          <ExportHistory />
          <ConfirmButton
            label="Delete all"
            question="Delete the whole history"
            disabled={busy}
            onConfirm={() => run('/history', { method: 'DELETE' }, 'History deleted')}
          />
        </div>
      </div>
    </Panel>
  );
}

interface FilterProps {
  readonly value: { readonly search: string; readonly tool: string };
  onChange(value: FilterProps['value']): void;
}

function Filter({ value, onChange }: FilterProps) {
  const screens = useContext(ToolsContext).filter(({ lookup }) => lookup !== undefined);
  return (
    <search className="kept-filter">
      <input
        type="search"
        aria-label="Search your history"
        placeholder="Search your history"
        value={value.search}
        onChange={(event) => onChange({ ...value, search: event.target.value })}
      />
      <select
        aria-label="Tool"
        value={value.tool}
        onChange={(event) => onChange({ ...value, tool: event.target.value })}
      >
        <option value="">All tools</option>
        {screens.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </search>
  );
}
