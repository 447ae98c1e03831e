import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureText } from './messages.ts';
import { geoLookup } from './query.ts';
import type { CountedTarget } from './use-tracker.ts';

/** Everything below the field: progress, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel }: ResultProps<CountedTarget>) {
  const { answer, error, isBusy, askAgain } = useLookup(geoLookup(asked), 0, onRunning);

  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  // A new answer is a new element, so that replacing the old one does not count as a layout shift.
  return answer === null ? null : <Answer key={answer.at} data={answer.data} isBusy={isBusy} onCancel={onCancel} />;
}
