// In this folder: lists of targets that are looked up in the background.
import type { ListEntry, ListWish } from '@sonde/contract/lists/list-calls';
import { targetsOfLookups } from '@sonde/contract/lists/list-target';
import { useContext } from 'react';
import { readList, removeList, startList, stopList, useLists } from '../../../browser/accounts/list-data.ts';
import { textOf } from '../../../browser/api/ask-error-text.ts';
import { ToolsContext } from '../../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { ListChecks } from '../../../ui/icons/lucide/list-checks.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { adoptMemberSheets } from '../member-sheets.ts';
import { useChange } from '../use-change.ts';
import { ListItem } from './list-item.tsx';
import { nameOfList } from './list-words.ts';
import { NewListForm } from './new-list-form.tsx';

adoptMemberSheets();

/** The lists of the account: start, watch, read, compare, remove. */
export function Result() {
  const { data, error, refetch } = useLists();
  const { busy, problem, attempt } = useChange();
  const screens = useContext(ToolsContext);
  const nameOf = (tool: string) => screens.find(({ id }) => id === tool)?.name ?? tool;
  const lists = data?.lists ?? [];
  const offered = data?.tools ?? [];

  const start = async (wish: ListWish) => (await attempt(() => startList(wish), 'List started')) !== null;
  const remove = (list: ListEntry) => attempt(() => removeList(list.id), `${nameOfList(list)} removed`);
  const stop = (list: ListEntry) => attempt(() => stopList(list.id), `${nameOfList(list)} stopped`);
  const repeat = ({ id, name, tools, from }: ListEntry) =>
    attempt(async () => {
      const { items } = await readList(id);
      return startList({
        targets: targetsOfLookups(items),
        name,
        tools: tools.filter((tool) => offered.includes(tool)),
        ...(from.length > 0 ? { from } : {}),
      });
    }, 'List started again');
  return (
    <Panel title="Lists" icon={ListChecks} count={lists.length}>
      {data !== undefined && (
        <NewListForm tools={offered.map((id) => ({ id, name: nameOf(id) }))} busy={busy} onStart={start} />
      )}
      {error && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
      {problem && <ErrorBox message={problem} />}
      {data === undefined && !error && <p className="status">One moment…</p>}
      {data !== undefined && lists.length === 0 && (
        <p className="status">
          Check many names at once: a list is looked up in the background, several lookups at a time, and kept for 30
          days.
        </p>
      )}
      <ul className="kept-targets lists">
        {lists.map((list) => (
          <ListItem
            key={list.id}
            list={list}
            earlier={lists.filter((one) => one.madeAt < list.madeAt && one.endedAt !== null)}
            nameOf={nameOf}
            busy={busy}
            onRemove={() => remove(list)}
            onRepeat={() => repeat(list)}
            onStop={() => stop(list)}
          />
        ))}
      </ul>
    </Panel>
  );
}
