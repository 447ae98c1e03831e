import { Network } from 'lucide-react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LookupFailure } from '../lookup-failure.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import type { ResultProps } from '../lookup-page.tsx';
import { useLookupParts } from '../lookup-parts.ts';
import type { Asked } from '../use-lookup-form.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureCause, isMissingDomain, limits } from './messages.ts';
import { type SubdomainAnswer, subdomainLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything under the field: the running search, what it found, or why it found nothing. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<Asked>) {
  const { target: domain, turn } = asked;
  const lookup = useLookupParts(subdomainLookup(domain, turn > 0), turn, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;

  if (isBusy && draft !== null) return <Answer key={run} found={{ is: 'growing', draft }} />;
  if (isBusy && answer === null) return <Loading domain={domain} onCancel={onCancel} />;
  if (error !== null && !isMissingDomain(error))
    return <LookupFailure error={error} message={texts.failed} cause={failureCause(error)} onAgain={askAgain} />;
  if (error !== null || answer?.data.subdomains.length === 0)
    return <LookupFrame top={<Nothing domain={domain} data={answer?.data ?? null} />} />;
  if (answer === null) return <LookupFrame top={<Waiting domain={domain} onAsk={onAgain} />} />;
  const { data } = answer;
  return <Answer key={run} found={isBusy ? { is: 'old', data, onCancel } : { is: 'whole', data }} />;
}

function Nothing({ domain, data }: { readonly domain: string; readonly data: SubdomainAnswer | null }) {
  const why = data === null ? 'This domain does not exist.' : limits(data).join(' ') || 'No source knows of any.';
  return (
    <EmptyState
      icon={Network}
      title={`No subdomains found for ${domain}`}
      action={<AlsoCheck tool="subdomain" target={domain} />}
      afterSearch
    >
      {why}
    </EmptyState>
  );
}

/** A link brought the visitor here: a search asks thousands of questions, so it begins with a press. */
function Waiting({ domain, onAsk }: { readonly domain: string; onAsk(): void }) {
  return (
    <EmptyState
      icon={Network}
      title={`Ready to search ${domain}`}
      action={
        <button className="btn" type="button" onClick={onAsk}>
          Search {domain}
        </button>
      }
    >
      A search asks thousands of questions, so a link does not start one by itself.
    </EmptyState>
  );
}
