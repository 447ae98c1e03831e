import type { QueryKey } from '@tanstack/react-query';
import { useContext, useLayoutEffect, useState } from 'react';
import { AskError } from '../../browser/api/ask-error.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { callsOf } from '../../browser/api/receipts.ts';
import type { Fresh, LookupOptions } from '../lookup/lookup-options.ts';
import { notFoundAt } from '../lookup/refusal.ts';
import { ShowCheckedContext } from './checked-context.ts';
import { CheckedLine } from './checked-line.tsx';
import { EvidenceFoot } from './evidence/evidence-foot.tsx';

/** What a lookup returns. */
interface Outcome {
  readonly data: unknown;
  readonly error: unknown;
  readonly isBusy: boolean;
}

/**
 * Shows above the answer when it was measured, by the server's clock, and offers to measure it again. If the server
 * requires a pause, the answer stays and the pause is counted down.
 */
export function useCheckedLine<Data>(options: LookupOptions<Data>, { data, error, isBusy }: Outcome): void {
  const show = useContext(ShowCheckedContext);
  const [wait, setWait] = useState<{ readonly key: string; readonly untilMs: number } | null>(null);
  const { queryKey } = options;
  const key = JSON.stringify(queryKey);
  const measuredAt = error instanceof AskError ? error.failure?.checkedAt : error === null ? timeIn(data) : undefined;
  // Other failures have their own button to try again.
  const checkedAt = error === null ? measuredAt : notFoundAt(error);
  const calls = callsOf(error ?? data);
  const waitUntilMs = wait?.key === key ? wait.untilMs : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which lookup is measured anew
  useLayoutEffect(() => {
    const onWait = (seconds: number) => setWait({ key, untilMs: Date.now() + seconds * 1000 });
    const line = { checkedAt: checkedAt ?? '', waitUntilMs, isBusy };
    const again = () => checkAgain(options, { fresh: 'true' }, onWait);
    const record = () => checkAgain(options, { evidence: 'true' }, onWait);
    // Only a single call can be recorded, and a report consists of several.
    const receipt = calls?.target === undefined ? calls?.receipts[0] : undefined;
    const foot = receipt && (
      <EvidenceFoot key={key} receipt={receipt} waitUntilMs={waitUntilMs} isBusy={isBusy} onRecord={record} />
    );
    const above = checkedAt === undefined ? null : <CheckedLine key={key} {...line} onCheckAgain={again} />;
    show(
      measuredAt === undefined
        ? null
        : { line: above, foot, evidence: receipt?.evidence, calls: isBusy ? null : calls },
    );
    return () => show(null);
  }, [show, key, checkedAt, measuredAt, waitUntilMs, isBusy, calls]);
}

/** Bypasses the server's cache once; an automatic retry must not do so again. */
function checkAgain<Data>(options: LookupOptions<Data>, wish: Fresh, onWait: (seconds: number) => void): void {
  const { queryKey } = options;
  let isFirst = true;
  const queryFn = async ({ signal }: { readonly signal: AbortSignal }) => {
    const fresh = isFirst ? wish : undefined;
    isFirst = false;
    try {
      return await options.queryFn({ signal, ...(fresh && { fresh }) });
    } catch (error) {
      const seconds = pauseOf(error);
      if (seconds !== null && !signal.aborted) {
        onWait(seconds);
        leaveAsItWas(queryKey);
      }
      throw error;
    }
  };
  void queryClient.prefetchQuery({ ...options, queryFn, staleTime: 0 });
}

function leaveAsItWas(queryKey: QueryKey): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
}

/** How long the server requires a pause; null for every other failure. */
function pauseOf(error: unknown): number | null {
  const failure = error instanceof AskError ? error.failure : null;
  return failure?.code === 'rate-limited' ? (failure.retryAfterSeconds ?? null) : null;
}

function timeIn(data: unknown): string | undefined {
  const { checkedAt } = (data ?? {}) as { readonly checkedAt?: unknown };
  return typeof checkedAt === 'string' ? checkedAt : undefined;
}
