import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '../query-client.ts';
import { rememberLookup } from '../ui/recent-store.ts';
import { useSteadyBusy } from '../ui/use-steady-busy.ts';
import type { LookupOptions } from './lookup-options.ts';
import { isRefusal } from './refusal.ts';
import { useCheckedLine } from './use-checked-line.tsx';

export interface RunningLookup {
  cancel(): void;
}

/** What a page is told of its lookup; null when none runs. */
export type OnRunning = (running: RunningLookup | null) => void;

export interface Lookup<Data> {
  /** While a lookup runs: the answer before it, if there was one. `at` is the time it came. */
  readonly answer: { readonly data: Data; readonly at: number } | null;
  readonly error: unknown;
  readonly isBusy: boolean;
  askAgain(): void;
}

/**
 * Runs a lookup when its question is new, and anew whenever `turn` counts up: a visitor who presses the button wants
 * to know how it is now. What came of it is kept by the query client, so that an earlier lookup of the history is shown
 * as it was. Spinners are held long enough to be seen.
 */
export function useLookup<Data>(options: LookupOptions<Data>, turn: number, onRunning: OnRunning): Lookup<Data> {
  const { enabled = true } = options;
  // What came of a question stays, a failure as well, until the visitor asks again: Back and Forward ask nothing.
  const isWanted = ({ state }: { readonly state: { readonly status: string } }) =>
    enabled && state.status === 'pending';
  const query = useQuery<Data>({ ...options, enabled: isWanted }, queryClient);
  const isBusy = useSteadyBusy(query.isFetching);
  const latest = query.data === undefined ? null : { data: query.data, at: query.dataUpdatedAt };
  const shown = useRef<Lookup<Data>['answer']>(null);
  useEffect(() => {
    if (!isBusy) shown.current = latest;
  });

  const answer = isBusy ? shown.current : latest;
  const error = isBusy ? null : query.error;
  useCheckedLine(options, { data: answer?.data, error, isBusy });

  const askAgain = () => void queryClient.prefetchQuery({ ...options, staleTime: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press of the button
  useEffect(() => {
    if (turn > 0) askAgain();
  }, [turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which lookup runs
  useEffect(() => {
    if (!isBusy) return;
    onRunning({ cancel: () => void queryClient.cancelQueries({ queryKey: options.queryKey }) });
    return () => {
      onRunning(null);
      rememberIfEnded(options.queryKey);
    };
  }, [isBusy, onRunning, JSON.stringify(options.queryKey)]);

  return { answer, error, isBusy, askAgain };
}

/** What was called off has no outcome, and what was refused is no target. */
function rememberIfEnded(queryKey: LookupOptions<unknown>['queryKey']): void {
  const [tool, target] = queryKey;
  const { status, error, fetchStatus } = queryClient.getQueryState(queryKey) ?? {};
  const hasEnded = fetchStatus === 'idle' && (status === 'success' || status === 'error');
  if (hasEnded && !isRefusal(error)) rememberLookup({ tool, target });
}
