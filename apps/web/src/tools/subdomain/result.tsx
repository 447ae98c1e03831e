import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Network } from '../../ui/icons/lucide/network.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { WaitsForPress } from '../lookup/waits-for-press.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { Answer } from './answer.tsx';
import { failureCause, isMissingDomain, limits } from './messages.ts';
import { nothingFound, type SubdomainAnswer, subdomainLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything below the field: progress, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<Asked>) {
  const { target: domain, submitCount } = asked;
  const lookup = useLookupParts(subdomainLookup(domain, submitCount > 0), submitCount, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;

  if (isBusy && draft !== null) return <Answer key={run} phase={{ is: 'running', draft, onCancel }} />;
  if (isBusy && answer === null)
    return <Answer key={run} phase={{ is: 'running', draft: nothingFound(domain), onCancel }} />;
  if (error !== null && !isMissingDomain(error))
    return <LookupFailure error={error} message={texts.failed} cause={failureCause(error)} onAgain={askAgain} />;
  if (error !== null || answer?.data.subdomains.length === 0)
    return <LookupFrame top={<Nothing domain={domain} data={answer?.data ?? null} />} />;
  if (answer === null) return <Waiting domain={domain} onStart={onAgain} />;
  const { data } = answer;
  return <Answer key={run} phase={isBusy ? { is: 'outdated', data, onCancel } : { is: 'done', data }} />;
}

function Nothing({ domain, data }: { readonly domain: string; readonly data: SubdomainAnswer | null }) {
  const why = data === null ? 'This domain does not exist.' : limits(data).join(' ') || 'No source lists any.';
  return (
    <EmptyState
      icon={Network}
      title={`No subdomains found for ${domain}`}
      action={<AlsoCheck tool="subdomain" target={domain} isMissing={data === null} />}
      afterSearch
    >
      {why}
    </EmptyState>
  );
}

function Waiting({ domain, onStart }: { readonly domain: string; onStart(): void }) {
  return (
    <WaitsForPress
      icon={Network}
      title={`Ready to search ${domain}`}
      why="A search sends thousands of DNS queries, so a link does not start one by itself."
      start={{ label: `Search ${domain}`, onStart }}
    />
  );
}
