import { useEffect, useRef, useState } from 'react';
import type { Fresh, LookupOptions } from './lookup-options.ts';
import { type Lookup, type OnRunning, useLookup } from './use-lookup.ts';

/** One question whose answer comes in parts, and how they are put together. */
export interface LookupPartsOptions<Data, Part, Draft> extends Omit<LookupOptions<Data>, 'queryFn'> {
  queryFn(context: { readonly signal: AbortSignal; readonly fresh?: Fresh; onPart(part: Part): void }): Promise<Data>;
  /** What is known with these parts as well; `draft` is null before the first, and stays as it is. */
  addParts(draft: Draft | null, parts: readonly Part[]): Draft;
}

export interface LookupInParts<Data, Draft> extends Lookup<Data> {
  /** What the running lookup has found so far; null before its first part, and when none runs. */
  readonly draft: Draft | null;
  /** What the last lookup had found when it was cancelled; null when it had found nothing, or came to its end. */
  readonly cancelled: Draft | null;
  /**
   * As the `key` of what shows draft and answer: the same from the first part to the answer, so that it fills in place,
   * and another for the next one.
   */
  readonly run: number;
}

/**
 * `useLookup` for a tool that streams. While a lookup runs, show `draft` where there is one, else the answer before it,
 * dimmed, else a skeleton; when it has ended, `answer` or `error`. However many parts come, they are put together once
 * per frame. A new turn, and the second try of a failed one, begins without parts; cancelling ends the stream.
 *
 * @example
 * const { answer, draft, error, isBusy, askAgain } = useLookupParts(
 *   {
 *     queryKey: ['ping', host],
 *     queryFn: ({ signal, onPart }) => ask(ping, { host, count: '5', interval: '2' }, signal, onPart),
 *     retry: 1,
 *     retryDelay: 1000,
 *     addParts: (packets: readonly Packet[] | null, parts) => [...(packets ?? []), ...parts],
 *   },
 *   turn,
 *   onRunning,
 * );
 */
export function useLookupParts<Data, Part, Draft>(
  { queryFn, addParts, ...rules }: LookupPartsOptions<Data, Part, Draft>,
  turn: number,
  onRunning: OnRunning,
): LookupInParts<Data, Draft> {
  const key = JSON.stringify(rules.queryKey);
  const [heard, setHeard] = useState<Heard<Draft>>(nothingHeard);
  /** The last try that was begun: nothing of those before it counts any more. */
  const lastTry = useRef<object>({});

  function collect(signal: AbortSignal): (part: Part) => void {
    const thisTry = {};
    lastTry.current = thisTry;
    setHeard(({ run }) => ({ key, run: run + 1, draft: null, isCancelled: false }));
    let draft: Draft | null = null;
    let waiting: Part[] = [];
    function putTogether() {
      if (waiting.length === 0 || lastTry.current !== thisTry) return;
      const more = addParts(draft, waiting);
      waiting = [];
      draft = more;
      setHeard((before) => ({ ...before, draft: more }));
    }
    function keepCancelled() {
      putTogether();
      if (lastTry.current === thisTry) setHeard((before) => ({ ...before, isCancelled: true }));
    }
    signal.addEventListener('abort', keepCancelled, { once: true });
    return (part) => {
      waiting.push(part);
      if (waiting.length === 1) requestAnimationFrame(putTogether);
    };
  }

  const options = {
    ...rules,
    queryFn: ({ signal, fresh }: { signal: AbortSignal; fresh?: Fresh }) =>
      queryFn({ signal, onPart: collect(signal), ...(fresh && { fresh }) }),
  };
  const lookup = useLookup<Data>(options, turn, onRunning);
  const found = heard.key === key ? heard.draft : null;
  const draft = lookup.isBusy ? found : null;
  const cancelled = !lookup.isBusy && heard.isCancelled ? found : null;
  const isOld = lookup.isBusy && draft === null;
  const shownRun = useRef(heard.run);
  useEffect(() => {
    if (!isOld) shownRun.current = heard.run;
  });
  return { ...lookup, draft, cancelled, run: isOld ? shownRun.current : heard.run };
}

/** What came of the last try that was begun, and how many there were. */
interface Heard<Draft> {
  readonly key: string;
  readonly run: number;
  readonly draft: Draft | null;
  readonly isCancelled: boolean;
}
const nothingHeard = { key: '', run: 0, draft: null, isCancelled: false };
