import { toReverseName } from '@sonde/contract/target/reverse-name';
import { Server } from 'lucide-react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LookupFailure } from '../lookup-failure.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import type { ResultProps } from '../lookup-page.tsx';
import { useLookup } from '../use-lookup.ts';
import type { Asked } from '../use-lookup-form.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { emptyReason, failureCause, failureText, isEmptyAnswer, reverseEmptyReason } from './messages.ts';
import { dnsLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked, onRunning, onCancel }: ResultProps<Asked>) {
  const { target, turn } = asked;
  // An address asks for what its network's operator has published under its reverse name.
  const domain = toReverseName(target) ?? target;
  const { answer, error, isBusy, askAgain } = useLookup(dnsLookup(domain), turn, onRunning);

  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (error !== null && !isEmptyAnswer(error))
    return <LookupFailure error={error} message={failureText(error)} cause={failureCause(error)} onAgain={askAgain} />;
  if (error !== null || answer?.data.records.length === 0)
    return <LookupFrame top={<Nothing target={target} error={error} />} />;
  // A new answer is a new element: what is in its place does not count as moved.
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
