import { Server } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { type OnRunning, useLookup } from '../use-lookup.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { emptyReason, failureText, isEmptyAnswer, texts } from './messages.ts';
import { dnsLookup } from './query.ts';

export interface ResultProps {
  readonly domain: string;
  readonly turn: number;
  readonly onRunning: OnRunning;
}

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ domain, turn, onRunning }: ResultProps) {
  const { data, error, isBusy, askAgain } = useLookup(dnsLookup(domain), turn, onRunning);
  if (isBusy && data === undefined) return <Loading />;
  if (error !== null && !isEmptyAnswer(error)) return <ErrorBox message={failureText(error)} onRetry={askAgain} />;
  if (error !== null || data?.records.length === 0) {
    return (
      <div className="grid">
        <EmptyState icon={Server} title={texts.empty} afterSearch>
          {emptyReason(error)}
        </EmptyState>
      </div>
    );
  }
  return data === undefined ? null : <Answer data={data} isBusy={isBusy} />;
}
