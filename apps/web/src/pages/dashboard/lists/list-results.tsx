import { useEffect, useState } from 'react';
import { useListState } from '../../../browser/accounts/list-data.ts';
import { textOf } from '../../../browser/api/ask-error-text.ts';
import { addExplanations } from '../../../tools/findings/explanations.ts';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import { CompareLists } from './compare-lists.tsx';
import { Downloads } from './downloads.tsx';
import { formats } from './formats.tsx';
import { ListLookups, type ListLookupsProps } from './list-lookups.tsx';
import { nameOfList, type ShownList, stateNames, titleOfCode } from './list-words.ts';

/** The results of a list, by finding and by lookup. */
export function ListResults({ list, earlier, nameOf }: ShownList) {
  const { data, error, refetch } = useListState(list.id, list.endedAt === null);
  if (error) return <ErrorBox message={textOf(error)} onRetry={() => refetch()} />;
  if (data === undefined) return <p className="status">One moment…</p>;
  return (
    <>
      <Downloads state={data} />
      {list.endedAt !== null && <CompareLists list={list} earlier={earlier} nameOf={nameOf} />}
      <Found state={data} nameOf={nameOf} />
    </>
  );
}

/** Loads the headings of all findings, and renders once more when they are there; without them, codes are shown in words. */
function useExplanations(): void {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    let hasLeft = false;
    import('@sonde/contract/answers/explanations').then(
      ({ explanations }) => {
        addExplanations(explanations);
        if (!hasLeft) setLoaded(true);
      },
      () => undefined,
    );
    return () => {
      hasLeft = true;
    };
  }, []);
}

function Found({ state, nameOf }: ListLookupsProps) {
  useExplanations();
  const { summary } = state;
  return (
    <>
      <h3>Findings</h3>
      {summary.length === 0 ? (
        <p>No findings so far.</p>
      ) : (
        <RecordTable
          label={`Findings of ${nameOfList(state)}`}
          titles={['State', 'Finding', 'Tool', 'Targets']}
          formats={formats}
          rows={summary.map((one) => [stateNames[one.state], titleOfCode(one), nameOf(one.tool), String(one.targets)])}
        />
      )}
      <ListLookups state={state} nameOf={nameOf} />
    </>
  );
}
