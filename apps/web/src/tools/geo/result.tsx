import { useEffect } from 'react';
import { ErrorBox } from '../../ui/error-box.tsx';
import { rememberLookup } from '../../ui/recent-store.ts';
import { LookupFrame } from '../lookup-frame.tsx';
import { type OnRunning, useLookup } from '../use-lookup.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureText } from './messages.ts';
import { geoLookup } from './query.ts';
import type { Asked } from './use-tracker.ts';

export interface ResultProps {
  readonly asked: Asked;
  readonly onRunning: OnRunning;
}

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked, onRunning }: ResultProps) {
  const { answer, error, isBusy, askAgain } = useLookup(geoLookup(asked), 0, onRunning);
  useEffect(() => rememberLookup({ tool: 'geo', target: asked.target }), [asked.target]);

  if (isBusy && answer === null) return <Loading />;
  if (error !== null) return <LookupFrame top={<ErrorBox message={failureText(error)} onRetry={askAgain} />} />;
  // A new answer is a new element: what is in its place does not count as moved.
  return answer === null ? null : <Answer key={answer.at} data={answer.data} isBusy={isBusy} />;
}
