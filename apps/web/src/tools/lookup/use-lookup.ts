import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '../../browser/api/query-client.ts';
import { rememberLookup } from '../../browser/storage/recent-lookups.ts';
import { useSteadyBusy } from '../../ui/feedback/use-steady-busy.ts';
import { useCheckedLine } from '../checked/use-checked-line.tsx';
import type { LookupOptions } from './lookup-options.ts';
import { isRefusal } from './refusal.ts';
import { announceRunning, type OnRunning } from './running-lookup.ts';

export interface LookupState<Data> {
  /** While a lookup runs: the previous answer, if any. `at` is when it arrived. */
  readonly answer: { readonly data: Data; readonly at: number } | null;
  readonly error: unknown;
  readonly isBusy: boolean;
  askAgain(): void;
}

/**
 * Runs a lookup when its query changes and whenever `submitCount` rises: pressing the button requests the current
 * state. Results stay in the query cache, so that going back shows an earlier lookup unchanged. Spinners stay long
 * enough to be seen.
 */
export function useLookup<Data>(
  options: LookupOptions<Data>,
  submitCount: number,
  onRunning: OnRunning,
): LookupState<Data> {
  const { enabled = true } = options;
  // Results, including failures, stay until the visitor requests a new one: Back and Forward request nothing.
  const isWanted = ({ state }: { readonly state: { readonly status: string } }) =>
    enabled && state.status === 'pending';
  const query = useQuery<Data>({ ...options, enabled: isWanted }, queryClient);
  const isBusy = useSteadyBusy(query.isFetching);
  const latest = query.data === undefined ? null : { data: query.data, at: query.dataUpdatedAt };
  const key = JSON.stringify(options.queryKey);
  const shown = useRef<{ readonly answer: LookupState<Data>['answer']; readonly key: string } | null>(null);
  useEffect(() => {
    if (!isBusy) shown.current = { answer: latest, key };
  });

  const answer = isBusy ? (shown.current?.answer ?? null) : latest;
  const error = isBusy ? null : query.error;
  // The time of the answer before would be read as that of the lookup that runs.
  const isOfAnother = isBusy && shown.current?.key !== key;
  useCheckedLine(options, { data: isOfAnother ? undefined : answer?.data, error, isBusy });

  const askAgain = () => void queryClient.prefetchQuery({ ...options, staleTime: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press of the button
  useEffect(() => {
    if (submitCount > 0) askAgain();
  }, [submitCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which lookup runs
  useEffect(() => {
    if (!isBusy) return;
    const cancel = () => void queryClient.cancelQueries({ queryKey: options.queryKey });
    const end = announceRunning({ cancel }, onRunning);
    return () => {
      end();
      rememberIfEnded(options.queryKey);
    };
  }, [isBusy, onRunning, key]);

  return { answer, error, isBusy, askAgain };
}

/** A cancelled lookup has no result, and refused input is not a target. */
function rememberIfEnded(queryKey: LookupOptions<unknown>['queryKey']): void {
  const [tool, target] = queryKey;
  const { status, error, fetchStatus } = queryClient.getQueryState(queryKey) ?? {};
  const hasEnded = fetchStatus === 'idle' && (status === 'success' || status === 'error');
  if (hasEnded && !isRefusal(error)) rememberLookup({ tool, target });
}
