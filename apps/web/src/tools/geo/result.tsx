import { ErrorBox } from '../../ui/error-box.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import type { ResultProps } from '../lookup-page.tsx';
import { offlineCause } from '../offline-cause.ts';
import { retryOf } from '../retry-of.ts';
import { useLookup } from '../use-lookup.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureText } from './messages.ts';
import { geoLookup } from './query.ts';
import type { Asked } from './use-tracker.ts';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked, onRunning, onCancel }: ResultProps<Asked>) {
  const { answer, error, isBusy, askAgain } = useLookup(geoLookup(asked), 0, onRunning);

  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (error !== null) {
    const box = (
      <ErrorBox message={failureText(error)} onRetry={retryOf(error, askAgain)}>
        {offlineCause(error)}
      </ErrorBox>
    );
    return <LookupFrame top={box} />;
  }
  // A new answer is a new element: what is in its place does not count as moved.
  return answer === null ? null : <Answer key={answer.at} data={answer.data} isBusy={isBusy} onCancel={onCancel} />;
}
