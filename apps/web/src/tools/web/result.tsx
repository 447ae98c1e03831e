import { type Reading, web } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { AnswerPage } from '../answer/answer-page.tsx';
import { failureTexts } from '../lookup/failure-texts.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import type { LookupOptions } from '../lookup/lookup-options.ts';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';

type Answer = Reading<typeof web.answer>;
const LOADING = 'Requesting the page...';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked: { target, submitCount }, onRunning, onCancel }: ResultProps<Asked>) {
  const lookup: LookupOptions<Answer> = {
    queryKey: ['web', target],
    queryFn: ({ signal, fresh }) => ask(web, { url: target, ...fresh }, signal),
    retry: false,
  };
  const { answer, error, isBusy, askAgain } = useLookup(lookup, submitCount, onRunning);
  if (isBusy && answer === null) return <LookupLoading text={LOADING} onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return null;
  const { chain, final } = answer.data;
  const hops = chain.map(({ url, status, address, httpVersion }) => [
    String(status),
    url,
    address,
    httpVersion === null ? 'Not available' : `HTTP/${httpVersion}`,
  ]);
  return (
    <AnswerPage
      key={answer.at}
      tool="web"
      target={target}
      title={answer.data.url}
      mono
      answer={answer.data}
      good="Nothing stands between a browser and this page."
      facts={[`Status ${final.status}`]}
      outdated={isBusy ? { text: LOADING, onCancel } : null}
    >
      <Panel title="Requests" count={chain.length}>
        <RecordTable label="Requests" titles={['Status', 'URL', 'Address', 'Version']} rows={hops} />
      </Panel>
      <Panel title="Header fields">
        <RecordTable
          label="Header fields"
          titles={['Name', 'Value']}
          rows={(chain.at(-1)?.headers ?? []).map((pair) => [...pair])}
        />
      </Panel>
    </AnswerPage>
  );
}

const failureText = failureTexts({ fallback: 'The page could not be requested.' });
