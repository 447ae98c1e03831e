import type { CodeCount, ListedLookup, ListState } from '@sonde/contract/lists/list-calls';
import { expiryColumns } from '@sonde/contract/lists/list-outcome';
import { useContext, useState } from 'react';
import { keptPath } from '../../../browser/accounts/kept-lookup.ts';
import { expiryCells, soonestFirst } from '../../../tools/answer/expiry-cells.ts';
import { ExpiryOrder } from '../../../tools/answer/expiry-order.tsx';
import { ToolsContext } from '../../../tools/screens/screens-context.ts';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import { nameOfList, placeInWords, type ShownList, titleOfCode, verdictOfLookup } from './list-words.ts';
import { lookupFormats } from './lookup-formats.tsx';

/** Rendering more rows would block the browser. */
const MAX_ROWS = 500;

const keyOf = ({ tool, code, state }: Omit<CodeCount, 'targets'>) => `${tool} ${code} ${state}`;

export interface ListLookupsProps extends Pick<ShownList, 'nameOf'> {
  readonly state: ListState;
}

/** The lookups of a list that have ended: all, or those with one finding; the ones that expire first at the top on request. */
export function ListLookups({ state, nameOf }: ListLookupsProps) {
  const [only, setOnly] = useState('');
  const [isBySoonest, setBySoonest] = useState(false);
  const { id, summary, items, from } = state;
  const screens = useContext(ToolsContext);
  const parts = {
    hasPlaces: from.length > 0,
    // None in lists of tools without an expiry, nor in those that were made before it was stored.
    isDated: items.some(({ expiresAt }) => expiresAt !== undefined),
    hasGaps: items.some(({ gaps }) => gaps.length > 0),
    nameOf,
  };
  const hasIt = ({ tool, codes }: ListedLookup) => codes.some((one) => keyOf({ tool, ...one }) === only);
  const chosen = only === '' ? items : items.filter(hasIt);
  const inOrder = parts.isDated && isBySoonest ? soonestFirst(chosen, ({ expiresAt }) => expiresAt) : chosen;
  const shown = inOrder.slice(0, MAX_ROWS).map((item) => ({ item, cells: cellsOf(item, parts) }));
  const kept = new Map(
    shown.map(({ item, cells }) => [cells, hasAnswer(item) ? keptPath({ ...item, list: id }) : null]),
  );
  return (
    <>
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
        {parts.isDated && (
          <ExpiryOrder
            left={chosen.map((item) => expiryCells(item)[1])}
            isBySoonest={isBySoonest}
            onChange={setBySoonest}
          />
        )}
      </div>
      <RecordTable
        key={only}
        label={`Lookups of ${nameOfList(state)}`}
        titles={titlesOf(parts)}
        formats={lookupFormats(screens, (row) => kept.get(row) ?? null)}
        rows={shown.map(({ cells }) => cells)}
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

/** A failure says in its row all that there is to say, and a place may have given no answer. */
const hasAnswer = ({ failure, measuredAt }: ListedLookup) => failure === null && measuredAt !== null;

interface Parts extends Pick<ShownList, 'nameOf'> {
  readonly hasPlaces: boolean;
  readonly isDated: boolean;
  readonly hasGaps: boolean;
}

const titlesOf = ({ hasPlaces, isDated, hasGaps }: Parts): readonly string[] => [
  'Target',
  'Tool',
  ...(hasPlaces ? ['As seen from'] : []),
  'State',
  'Verdict',
  ...(isDated ? expiryColumns : []),
  ...(hasGaps ? ['Not measured'] : []),
];

function cellsOf(item: ListedLookup, { hasPlaces, isDated, hasGaps, nameOf }: Parts): readonly string[] {
  const verdict = verdictOfLookup(item);
  return [
    item.target,
    nameOf(item.tool),
    ...(hasPlaces ? [placeInWords(item.place)] : []),
    verdict.state,
    verdict.text,
    ...(isDated ? expiryCells(item) : []),
    ...(hasGaps ? [item.gaps.join(', ')] : []),
  ];
}
