import { toHostName } from '@sonde/contract/target/domain';
import { UserRoundX } from 'lucide-react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LookupFailure } from '../lookup-failure.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import type { ResultProps } from '../lookup-page.tsx';
import { useLookup } from '../use-lookup.ts';
import type { Asked } from '../use-lookup-form.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureText, isNotRegistered } from './messages.ts';
import { whoisLookup } from './query.ts';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked, onRunning, onCancel }: ResultProps<Asked>) {
  const { target: domain, turn } = asked;
  const { answer, error, isBusy, askAgain } = useLookup(whoisLookup(domain), turn, onRunning);

  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (isNotRegistered(error)) return <LookupFrame top={<Nothing domain={domain} text={failureText(error)} />} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  // A new answer is a new element: what is in its place does not count as moved.
  return answer === null ? null : <Answer key={answer.at} data={answer.data} isBusy={isBusy} onCancel={onCancel} />;
}

function Nothing({ domain, text }: { readonly domain: string; readonly text: string }) {
  const isName = toHostName(domain) !== null;
  return (
    <EmptyState icon={UserRoundX} title={text} action={<AlsoCheck tool="whois" target={domain} />} afterSearch>
      {isName
        ? 'The name may be misspelled, or free. A registrar can tell whether it can be registered.'
        : 'No registry has assigned it to anybody.'}
    </EmptyState>
  );
}
