import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '../query-client.ts';
import { useSteadyBusy } from '../ui/use-steady-busy.ts';

/** One question of a tool, with the query rules in which it differs from the defaults. */
export interface LookupOptions<Data> {
  readonly queryKey: QueryKey;
  queryFn(context: { signal: AbortSignal }): Promise<Data>;
  /** `turn > 0` for a lookup that waits for a press: before it, an answer that is there already is shown, and nothing asked. */
  readonly enabled?: boolean;
  readonly retry?: number | false;
  readonly retryDelay?: number;
  readonly staleTime?: number;
  readonly gcTime?: number;
  /** False for a failure that stays as it is until the visitor asks again. */
  readonly retryOnMount?: boolean;
  /** An answer that is there before anything is asked, and when it came, in milliseconds since 1970. */
  initialData?(): Data | undefined;
  initialDataUpdatedAt?(): number | undefined;
}

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
 * to know how it is now. Spinners are held long enough to be seen.
 */
export function useLookup<Data>(options: LookupOptions<Data>, turn: number, onRunning: OnRunning): Lookup<Data> {
  const query = useQuery<Data>(options, queryClient);
  const isBusy = useSteadyBusy(query.isFetching);
  const latest = query.data === undefined ? null : { data: query.data, at: query.dataUpdatedAt };
  const shown = useRef<Lookup<Data>['answer']>(null);
  useEffect(() => {
    if (!isBusy) shown.current = latest;
  });

  const askAgain = () => void queryClient.prefetchQuery({ ...options, staleTime: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press of the button
  useEffect(() => {
    if (turn > 0) askAgain();
  }, [turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which lookup runs
  useEffect(() => {
    if (!isBusy) return;
    onRunning({ cancel: () => void queryClient.cancelQueries({ queryKey: options.queryKey }) });
    return () => onRunning(null);
  }, [isBusy, onRunning, JSON.stringify(options.queryKey)]);

  return { answer: isBusy ? shown.current : latest, error: isBusy ? null : query.error, isBusy, askAgain };
}
