import { type DataSetState, dataSets, type Reading } from '@sonde/contract';
import { counted } from '@sonde/contract/text/counted';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { knownWord } from '@sonde/contract/text/known-word';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../browser/api/ask.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge, type Tone } from '../../ui/tables/badge.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';

const tones: Readonly<Record<DataSetState['state'], Tone>> = {
  fresh: 'ok',
  old: 'warn',
  expired: 'bad',
  missing: 'bad',
  unknown: 'neutral',
};
const words: Readonly<Record<DataSetState['state'], string>> = {
  fresh: 'Fresh',
  old: 'Old',
  expired: 'Expired',
  missing: 'Missing',
  unknown: 'Not known',
};
const origins = { bundled: 'with Sonde', updated: 'renewed', operator: 'a file of the operator' } as const;

const titles = ['Data', 'State', 'Date', 'Age', 'Origin', 'Next update', 'Last error', 'Publisher'];
const toneByWord = new Map(Object.entries(words).map(([state, word]) => [word, tones[state as DataSetState['state']]]));
const formats = new Map([
  ['State', { show: (text: string) => <Badge tone={toneByWord.get(text) ?? 'neutral'}>{text}</Badge> }],
  ['Age', { isRight: true }],
]);

/** The data sets of this server, as `GET /api/v2/datasets` has them. */
export function DataSetsPanel() {
  const { data, error, refetch } = useQuery(
    { queryKey: ['datasets'], queryFn: ({ signal }) => ask(dataSets, {}, signal), retry: false, staleTime: 0 },
    queryClient,
  );
  return (
    <div className="grid">
      <Panel title="Data sets" count={data?.datasets.length ?? 0}>
        {error && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
        {data === undefined && error === null && <p className="status">Loading</p>}
        {data !== undefined && (
          <>
            <RecordTable label="Data sets" titles={titles} rows={data.datasets.map(rowOf)} formats={formats} />
            <p className="told">
              The operator renews them with <code>sonde update</code>; the server does it by itself where a next update
              is shown. The same as JSON: <a href={dataSets.path}>{dataSets.path}</a>
            </p>
          </>
        )}
      </Panel>
    </div>
  );
}

const NONE = 'Not available';

function rowOf(set: Reading<typeof dataSets.answer>['datasets'][number]): string[] {
  const { id, name, state, date, ageDays, origin, nextUpdateAt, error, publisher } = set;
  return [
    `${name} (${id})`,
    knownWord<string>(words, state ?? '', NONE),
    date?.slice(0, 10) ?? NONE,
    ageDays === null ? NONE : counted(ageDays, 'day'),
    knownWord<string>(origins, origin ?? '', NONE),
    nextUpdateAt === null ? 'Not by this server' : formatUtc(nextUpdateAt),
    error ?? 'None',
    publisher ?? NONE,
  ];
}
