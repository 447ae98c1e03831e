import type { CodeCount, ListedLookup, ListState } from '@sonde/contract/lists/list-calls';
import { useContext, useEffect, useMemo, useState } from 'react';
import { useListState } from '../../../browser/accounts/list-data.ts';
import { textOf } from '../../../browser/api/ask-error-text.ts';
import { addExplanations } from '../../../tools/findings/explanations.ts';
import { ToolsContext } from '../../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import { CompareLists } from './compare-lists.tsx';
import { Downloads } from './downloads.tsx';
import { formats } from './formats.tsx';
import { nameOfList, placeInWords, type ShownList, stateNames, titleOfCode, verdictOfLookup } from './list-words.ts';
import { lookupFormats } from './lookup-formats.tsx';

/** Rendering more rows would block the browser. */
const MAX_ROWS = 500;

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

const keyOf = ({ tool, code, state }: Omit<CodeCount, 'targets'>) => `${tool} ${code} ${state}`;

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

interface FoundProps {
  readonly state: ListState;
  nameOf(tool: string): string;
}

function Found({ state, nameOf }: FoundProps) {
  useExplanations();
  const [only, setOnly] = useState('');
  const { summary, items, from } = state;
  const screens = useContext(ToolsContext);
  const linked = useMemo(() => lookupFormats(screens), [screens]);
  const hasPlaces = from.length > 0;
  const label = nameOfList(state);
  const hasIt = ({ tool, codes }: ListedLookup) => codes.some((one) => keyOf({ tool, ...one }) === only);
  const chosen = only === '' ? items : items.filter(hasIt);
  const rows = chosen.slice(0, MAX_ROWS).map((item) => {
    const verdict = verdictOfLookup(item);
    const place = hasPlaces ? [placeInWords(item.place)] : [];
    return [item.target, nameOf(item.tool), ...place, verdict.state, verdict.text, item.gaps.join(', ')];
  });
  return (
    <>
      <h3>Findings</h3>
      {summary.length === 0 ? (
        <p>No findings so far.</p>
      ) : (
        <RecordTable
          label={`Findings of ${label}`}
          titles={['State', 'Finding', 'Tool', 'Targets']}
          formats={formats}
          rows={summary.map((one) => [stateNames[one.state], titleOfCode(one), nameOf(one.tool), String(one.targets)])}
        />
      )}
      <h3>Lookups</h3>
      <div className="kept-filter">
        <select aria-label="Which lookups" value={only} onChange={(event) => setOnly(event.target.value)}>
          <option value="">All lookups</option>
          {summary.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {titleOfCode(one)} ({nameOf(one.tool)})
            </option>
          ))}
        </select>
      </div>
      <RecordTable
        key={only}
        label={`Lookups of ${label}`}
        titles={['Target', 'Tool', ...(hasPlaces ? ['As seen from'] : []), 'State', 'Verdict', 'Not measured']}
        formats={linked}
        rows={rows}
        isStacked
      />
      {chosen.length > MAX_ROWS && (
        <p>
          The first {MAX_ROWS} of {chosen.length} lookups are shown; the files have all of them.
        </p>
      )}
    </>
  );
}
