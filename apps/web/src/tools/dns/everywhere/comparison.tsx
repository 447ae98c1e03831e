import { comparePublicAnswers, dns, type PublicAnswer, type Reading } from '@sonde/contract';
import { counted } from '@sonde/contract/text/counted';
import { publicMatrix } from '@sonde/contract/tools/dns/public-matrix';
import { publicAnswerWords } from '@sonde/contract/tools/dns/tables';
import { useEffect, useMemo } from 'react';
import { ask } from '../../../browser/api/ask.ts';
import { Picture } from '../../../ui/charts/picture.tsx';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { Badge } from '../../../ui/tables/badge.tsx';
import { type ColumnFormat, RecordTable } from '../../../ui/tables/record-table.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { ShowCheckedContext } from '../../checked/checked-context.ts';
import { useLookupParts } from '../../lookup/lookup-parts.ts';
import { failureText } from '../messages.ts';
import { type DnsOptions, parametersOf } from '../options/dns-options.ts';

export interface ComparisonProps {
  readonly domain: string;
  readonly type: string;
  readonly options: DnsOptions;
  /** Counts presses of the button. */
  readonly count: number;
  /** The answers of the types that were asked for, this one included once it is there. */
  readonly byType: ReadonlyMap<string, readonly PublicRow[]>;
  onAnswers(type: string, rows: readonly PublicRow[]): void;
  onCancel(): void;
}

type Answer = Reading<typeof dns.answer>;
export type PublicRow = NonNullable<Reading<typeof dns.answer>['publicAnswers']>[number];

/** The line above the page describes the page's answer, not this comparison. */
const ignore = () => {};

export function Comparison(props: ComparisonProps) {
  return (
    <ShowCheckedContext value={ignore}>
      <Rows {...props} />
    </ShowCheckedContext>
  );
}

function Rows({ domain, type, options, count, byType, onAnswers, onCancel }: ComparisonProps) {
  const { server } = parametersOf(options);
  const query = { domain, type, everywhere: 'true', ...(server === undefined ? {} : { server }) };
  const { answer, draft, error, isBusy, askAgain } = useLookupParts<Answer, PublicRow, readonly PublicRow[]>(
    {
      queryKey: ['dns', domain, 'everywhere', type, server ?? ''],
      queryFn: ({ signal, onPart, fresh }) =>
        ask(dns, { ...query, ...fresh }, signal, (part) => part !== null && onPart(part)),
      retry: false,
      addParts: (known, parts) => [...(known ?? []), ...parts],
    },
    count,
    ignore,
  );
  const answers = answer?.data.publicAnswers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (answers != null) onAnswers(type, answers);
  }, [answers]);
  const picture = useMemo(() => publicMatrix(byType), [byType]);
  const rows = isBusy ? draft : (answer?.data.publicAnswers ?? null);
  if (error !== null) return <ErrorBox message={failureText(error)} onRetry={askAgain} />;
  return (
    <>
      {isBusy && <StatusLine text="Querying public resolvers..." onCancel={onCancel} />}
      {picture !== null && <Picture of={picture} />}
      {rows !== null && <Table rows={rows} type={type} isWhole={!isBusy} />}
    </>
  );
}

const titles = ['Resolver', 'Compared', 'Answer', 'TTL', 'Time'];
const formats: ReadonlyMap<string, ColumnFormat> = new Map<string, ColumnFormat>([
  ['Resolver', { show: (text) => <Resolver text={text} /> }],
  ['Compared', { show: (text) => <Mark text={text} /> }],
  ['TTL', { isRight: true }],
  ['Time', { isRight: true }],
]);

const SAME = 'Same';
const DIFFERS = 'Differs';

/** Partial answers are compared here; the final answer has been compared by the server. */
function Table({
  rows,
  type,
  isWhole,
}: {
  readonly rows: readonly PublicRow[];
  readonly type: string;
  readonly isWhole: boolean;
}) {
  const compared = isWhole ? rows : comparePublicAnswers(rows as readonly PublicAnswer[]);
  const answered = compared.filter(({ set }) => set !== null);
  const differing = answered.filter(({ set }) => set !== 1).length;
  return (
    <>
      <p className="told" role="status">
        {summaryOf(answered.length, differing, compared.length)}
      </p>
      <RecordTable
        label={`${type} records of public resolvers`}
        titles={titles}
        formats={formats}
        rows={compared.map((row) => [
          `${row.name}\n${row.address ?? ''}`,
          row.set === null ? 'No answer' : row.set === 1 ? SAME : DIFFERS,
          [publicAnswerWords(row), row.detail].filter((part) => part !== null).join('. '),
          row.ttlSeconds === null ? '' : `${row.ttlSeconds}`,
          row.timeMs === null ? '' : `${Math.round(row.timeMs)} ms`,
        ])}
      />
    </>
  );
}

function summaryOf(answered: number, differing: number, all: number): string {
  const silent = all > answered ? ` ${counted(all - answered, 'resolver')} gave no answer.` : '';
  if (answered === 0) return `No resolver answered.${silent}`;
  if (differing === 0) return `${counted(answered, 'resolver')} gave the same records.${silent}`;
  return `${differing} of ${counted(answered, 'resolver')} differ from the most common answer.${silent}`;
}

/** Name and address, one below the other. */
function Resolver({ text }: { readonly text: string }) {
  const [name = '', address = ''] = text.split('\n');
  return (
    <>
      {visibleText(name)}
      <br />
      <small>{visibleText(address)}</small>
    </>
  );
}

function Mark({ text }: { readonly text: string }) {
  if (text === SAME) return <Badge tone="ok">{text}</Badge>;
  return <Badge tone={text === DIFFERS ? 'warn' : 'neutral'}>{text}</Badge>;
}
