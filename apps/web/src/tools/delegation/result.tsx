import { failureTexts } from '../lookup/failure-texts.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import { Answer } from './answer.tsx';
import { type DelegationAsked, delegationLookup, nothingHeard } from './query.ts';
import { texts } from './texts.ts';

/** Everything below the field: the zones found so far, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel }: ResultProps<DelegationAsked>) {
  const { target: domain, submitCount } = asked;
  const lookup = useLookupParts(delegationLookup(asked), submitCount, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;
  if (draft !== null) return <Answer key={run} domain={domain} phase={{ is: 'running', draft, onCancel }} />;
  if (isBusy && answer === null)
    return <Answer key={run} domain={domain} phase={{ is: 'running', draft: nothingHeard, onCancel }} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return null;
  const { data } = answer;
  return (
    <Answer key={run} domain={domain} phase={isBusy ? { is: 'outdated', data, onCancel } : { is: 'done', data }} />
  );
}

const failureText = failureTexts({ fallback: texts.failed });
