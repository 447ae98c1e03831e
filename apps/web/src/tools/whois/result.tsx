import { toHostName } from '@sonde/contract/targets/domain';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { UserRoundX } from '../../ui/icons/lucide/user-round-x.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { AlsoCheck } from '../screens/also-check.tsx';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureText, isNotRegistered } from './messages.ts';
import { whoisLookup } from './query.ts';

/** Everything below the field: progress, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel }: ResultProps<Asked>) {
  const { target: domain, submitCount } = asked;
  const { answer, error, isBusy, askAgain } = useLookup(whoisLookup(domain), submitCount, onRunning);

  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (isNotRegistered(error)) return <LookupFrame top={<Nothing domain={domain} text={failureText(error)} />} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  // A new answer is a new element, so that replacing the old one does not count as a layout shift.
  return answer === null ? null : <Answer key={answer.at} data={answer.data} isBusy={isBusy} onCancel={onCancel} />;
}

function Nothing({ domain, text }: { readonly domain: string; readonly text: string }) {
  const isName = toHostName(domain) !== null;
  return (
    <EmptyState icon={UserRoundX} title={text} action={<AlsoCheck tool="whois" target={domain} />} afterSearch>
      {isName
        ? 'Check the spelling, or ask a registrar whether the name is available.'
        : 'It is not assigned by any registry.'}
    </EmptyState>
  );
}
