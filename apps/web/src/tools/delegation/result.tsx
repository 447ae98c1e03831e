import { delegation, type Reading } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import { AskError } from '../../browser/api/ask-error.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupLoading } from '../lookup/lookup-frame.tsx';
import type { LookupOptions } from '../lookup/lookup-options.ts';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { Answer } from './answer.tsx';
import { texts } from './texts.ts';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked: { target, submitCount }, onRunning, onCancel }: ResultProps<Asked>) {
  const lookup: LookupOptions<Reading<typeof delegation.answer>> = {
    queryKey: ['delegation', target],
    queryFn: ({ signal, fresh }) => ask(delegation, { domain: target, ...fresh }, signal),
    retry: false,
  };
  const { answer, error, isBusy, askAgain } = useLookup(lookup, submitCount, onRunning);
  if (isBusy && answer === null) return <LookupLoading text={texts.loading} onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  return answer === null ? null : <Answer key={answer.at} data={answer.data} isOld={isBusy} />;
}

function failureText(error: unknown): string {
  return (error instanceof AskError && error.serverMessage) || texts.failed;
}
