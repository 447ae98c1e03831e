import { toReverseName } from '@sonde/contract/targets/reverse-name';
import { Server } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { AlsoCheck } from '../screens/also-check.tsx';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { emptyReason, failureCause, failureText, isEmptyAnswer, reverseEmptyReason } from './messages.ts';
import { dnsLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything below the field: progress, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel }: ResultProps<Asked>) {
  const { target, submitCount } = asked;
  // A lookup of an address asks for its reverse name.
  const domain = toReverseName(target) ?? target;
  const { answer, error, isBusy, askAgain } = useLookup(dnsLookup(domain), submitCount, onRunning);

  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (error !== null && !isEmptyAnswer(error))
    return <LookupFailure error={error} message={failureText(error)} cause={failureCause(error)} onAgain={askAgain} />;
  if (error !== null || answer?.data.records.length === 0)
    return <LookupFrame top={<Nothing target={target} error={error} />} />;
  // A new answer is a new element, so that replacing the old one does not count as a layout shift.
  return answer === null ? null : <Answer key={answer.at} data={answer.data} isBusy={isBusy} onCancel={onCancel} />;
}

function Nothing({ target, error }: { readonly target: string; readonly error: unknown }) {
  const isReverse = toReverseName(target) !== null;
  return (
    <EmptyState icon={Server} title={texts.empty} action={<AlsoCheck tool="dns" target={target} />} afterSearch>
      {isReverse ? reverseEmptyReason(target) : emptyReason(error)}
    </EmptyState>
  );
}
