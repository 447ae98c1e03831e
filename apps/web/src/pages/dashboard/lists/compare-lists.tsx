import type { ListEntry } from '@sonde/contract/lists/list-calls';
import { counted } from '@sonde/contract/text/counted';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { useState } from 'react';
import { useListChanges } from '../../../browser/accounts/list-data.ts';
import { textOf } from '../../../browser/api/ask-error-text.ts';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { formats } from './formats.tsx';
import { nameOfList, placeInWords, type ShownList } from './list-words.ts';

const MAX_ROWS = 500;

/** Lets the member choose an earlier list, and shows what has changed since then. */
export function CompareLists({ list, earlier, nameOf }: ShownList) {
  const [chosen, setChosen] = useState('');
  if (earlier.length === 0) return null;
  // The chosen list may have been deleted meanwhile.
  const since = earlier.some(({ id }) => id === chosen) ? chosen : '';
  // Earlier runs of the same list come first.
  const isSame = (one: ListEntry) => one.name === list.name && one.tools.join() === list.tools.join();
  const ordered = [...earlier.filter(isSame), ...earlier.filter((one) => !isSame(one))];
  return (
    <>
      <div className="kept-filter">
        <select
          aria-label="Compare with an earlier list"
          value={since}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">Compare with…</option>
          {ordered.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name === '' ? nameOfList(one) : `${visibleText(one.name)}, ${formatUtc(one.madeAt)}`}
            </option>
          ))}
        </select>
      </div>
      {since !== '' && <Changes id={list.id} since={since} nameOf={nameOf} />}
    </>
  );
}

interface ChangesProps extends Pick<ShownList, 'nameOf'> {
  readonly id: string;
  readonly since: string;
}

function Changes({ id, since, nameOf }: ChangesProps) {
  const { data, error, refetch } = useListChanges(id, since);
  if (error) return <ErrorBox message={textOf(error)} onRetry={() => refetch()} />;
  if (data === undefined) return <p role="status">Comparing…</p>;
  const { compared, changed, onlyHere, onlyBefore, notCompared, lookups } = data;
  const hasPlaces = lookups.some(({ place }) => place !== undefined);
  const rows = lookups.flatMap(({ target, tool, place, changes }) =>
    changes.map(({ label, text }) => [target, nameOf(tool), ...(hasPlaces ? [placeInWords(place)] : []), label, text]),
  );
  const others = [
    ...(onlyHere > 0 ? [`${counted(onlyHere, 'lookup')} only in this list`] : []),
    ...(onlyBefore > 0 ? [`${counted(onlyBefore, 'lookup')} only in the earlier one`] : []),
    ...(notCompared > 0 ? [`${counted(notCompared, 'lookup')} could not be compared`] : []),
  ];
  return (
    <>
      <h3>Changes</h3>
      <p role="status">
        {changed === 0 ? 'Nothing has changed' : `${changed} changed`} of {counted(compared, 'lookup')} in both lists.
        {others.length > 0 && ` ${others.join(', ')}.`}
      </p>
      {rows.length > 0 && (
        <RecordTable
          label="Changes"
          titles={['Target', 'Tool', ...(hasPlaces ? ['As seen from'] : []), 'What', 'Change']}
          formats={formats}
          rows={rows.slice(0, MAX_ROWS)}
        />
      )}
      {(rows.length > MAX_ROWS || lookups.length < changed) && <p>Only the first changes are shown.</p>}
    </>
  );
}
