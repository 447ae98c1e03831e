import { Network } from 'lucide-react';
import { useEffect } from 'react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { rememberLookup } from '../../ui/recent-store.ts';
import { LookupFrame } from '../lookup-frame.tsx';
import { useLookupParts } from '../lookup-parts.ts';
import type { OnRunning } from '../use-lookup.ts';
import { Answer, Growing } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureCause, isMissingDomain, limits } from './messages.ts';
import { type SubdomainAnswer, subdomainLookup } from './query.ts';
import { texts } from './texts.ts';

export interface ResultProps {
  readonly domain: string;
  readonly turn: number;
  readonly onRunning: OnRunning;
  /** As if the visitor had pressed the button. */
  onAsk(): void;
}

/** Everything under the field: the running search, what it found, or why it found nothing. */
export function Result({ domain, turn, onRunning, onAsk }: ResultProps) {
  const lookup = useLookupParts(subdomainLookup(domain, turn > 0), turn, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;
  useEffect(() => {
    if (turn > 0) rememberLookup({ tool: 'subdomain', target: domain });
  }, [domain, turn]);

  if (isBusy && draft !== null) return <Growing key={run} draft={draft} />;
  if (isBusy && answer === null) return <Loading domain={domain} />;
  if (error !== null && !isMissingDomain(error)) {
    const box = (
      <ErrorBox message={texts.failed} onRetry={askAgain}>
        {failureCause(error)}
      </ErrorBox>
    );
    return <LookupFrame top={box} />;
  }
  if (error !== null || answer?.data.subdomains.length === 0)
    return <LookupFrame top={<Nothing domain={domain} data={answer?.data ?? null} />} />;
  if (answer === null) return <LookupFrame top={<Waiting domain={domain} onAsk={onAsk} />} />;
  return <Answer key={run} data={answer.data} isBusy={isBusy} />;
}

function Nothing({ domain, data }: { readonly domain: string; readonly data: SubdomainAnswer | null }) {
  const why = data === null ? 'This domain does not exist.' : limits(data).join(' ') || 'No source knows any.';
  return (
    <div className="grid">
      <EmptyState
        icon={Network}
        title={`No subdomains found for ${domain}`}
        action={<AlsoCheck tool="subdomain" target={domain} />}
        afterSearch
      >
        {why}
      </EmptyState>
    </div>
  );
}

/** A link brought the visitor here: a search asks thousands of questions, so it begins with a press. */
function Waiting({ domain, onAsk }: { readonly domain: string; onAsk(): void }) {
  return (
    <div className="grid">
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
    </div>
  );
}
