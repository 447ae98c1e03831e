import { delegation, type Reading } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupFrame, LookupLoading } from '../lookup/lookup-frame.tsx';
import type { LookupOptions } from '../lookup/lookup-options.ts';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { AlsoCheck } from '../screens/also-check.tsx';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked: { target, submitCount }, onRunning, onCancel }: ResultProps<Asked>) {
  const lookup: LookupOptions<Reading<typeof delegation.answer>> = {
    queryKey: ['delegation', target],
    queryFn: ({ signal, fresh }) => ask(delegation, { domain: target, ...fresh }, signal),
  };
  const { answer, error, isBusy, askAgain } = useLookup(lookup, submitCount, onRunning);
  if (isBusy && answer === null) return <LookupLoading text="Looking up..." onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message="The lookup failed" onAgain={askAgain} />;
  if (answer === null) return null;
  const top = (
    <>
      <AnswerCard title={answer.data.domain} mono />
      <AlsoCheck tool="delegation" target={target} />
    </>
  );
  return <LookupFrame key={answer.at} top={top} isOld={isBusy} />;
}
