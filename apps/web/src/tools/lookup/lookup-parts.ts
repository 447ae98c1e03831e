import { useEffect, useRef, useState } from 'react';
import type { Fresh, LookupOptions } from './lookup-options.ts';
import type { OnRunning } from './running-lookup.ts';
import { type LookupState, useLookup } from './use-lookup.ts';

/** A query whose answer arrives in parts, and how to combine them. */
export interface LookupPartsOptions<Data, Part, Draft> extends Omit<LookupOptions<Data>, 'queryFn'> {
  queryFn(context: { readonly signal: AbortSignal; readonly fresh?: Fresh; onPart(part: Part): void }): Promise<Data>;
  /** Adds parts to the draft, which is null before the first ones and must not be changed in place. */
  addParts(draft: Draft | null, parts: readonly Part[]): Draft;
}

export interface LookupInParts<Data, Draft> extends LookupState<Data> {
  /** The draft of the running lookup; null before its first part and while none runs. */
  readonly draft: Draft | null;
  /** The draft of a cancelled lookup; null if it had no parts or ran to its end. */
  readonly cancelled: Draft | null;
  /**
   * The `key` for the component that shows draft and answer: constant from the beginning to the answer, so that it fills in
   * place, and different for the next lookup. While the answer before is shown, it is that of the answer before.
   */
  readonly run: number;
}

/**
 * `useLookup` for a tool that streams. While a lookup runs, show `draft` where there is one, else the answer before it,
 * dimmed, else a skeleton; when it has ended, `answer` or `error`. However many parts come, they are put together once
 * per frame. A new submit, and the retry of a failed lookup, begins without parts; cancelling ends the stream.
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
 *   submitCount,
 *   onRunning,
 * );
 */
export function useLookupParts<Data, Part, Draft>(
  { queryFn, addParts, ...rules }: LookupPartsOptions<Data, Part, Draft>,
  submitCount: number,
  onRunning: OnRunning,
): LookupInParts<Data, Draft> {
  const key = JSON.stringify(rules.queryKey);
  const [stream, setStream] = useState<StreamState<Draft>>(nothingReceived);
  /** Identifies the latest attempt; parts of earlier attempts are ignored. */
  const lastTry = useRef<object>({});

  function collect(signal: AbortSignal): (part: Part) => void {
    const thisTry = {};
    lastTry.current = thisTry;
    setStream(({ run }) => ({ key, run: run + 1, draft: null, isCancelled: false }));
    let draft: Draft | null = null;
    let waiting: Part[] = [];
    function putTogether() {
      if (waiting.length === 0 || lastTry.current !== thisTry) return;
      const more = addParts(draft, waiting);
      waiting = [];
      draft = more;
      setStream((before) => ({ ...before, draft: more }));
    }
    function keepCancelled() {
      putTogether();
      if (lastTry.current === thisTry) setStream((before) => ({ ...before, isCancelled: true }));
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
  const lookup = useLookup<Data>(options, submitCount, onRunning);
  const found = stream.key === key ? stream.draft : null;
  const draft = lookup.isBusy ? found : null;
  const cancelled = !lookup.isBusy && stream.isCancelled ? found : null;
  const isOld = lookup.isBusy && draft === null && lookup.answer !== null;
  const shownRun = useRef(stream.run);
  useEffect(() => {
    if (!isOld) shownRun.current = stream.run;
  });
  return { ...lookup, draft, cancelled, run: isOld ? shownRun.current : stream.run };
}

/** What the latest attempt has received, and how many attempts there were. */
interface StreamState<Draft> {
  readonly key: string;
  readonly run: number;
  readonly draft: Draft | null;
  readonly isCancelled: boolean;
}
const nothingReceived = { key: '', run: 0, draft: null, isCancelled: false };
