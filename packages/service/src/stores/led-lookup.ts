import { type AnswerShape, MAX_FRESH_MS } from '../lookups/answer-shape.ts';
import type { CachedResult } from '../lookups/lookup-result.ts';
import type { Listen } from '../lookups/single-flight.ts';
import { LEASE_MS, RELEASE, RENEW, RENEW_MS } from './lease.ts';
import { createNotifier } from './notifier.ts';
import type { SharedStore } from './shared-store.ts';

/** How often a follower checks whether it has missed a message, or whether its leader is gone. */
const CHECK_MS = 500;
/** Longer than any lookup. */
const PARTS_EXPIRY_MS = 120_000;
const MAX_PARTS = 1_000;
/** Far above the largest answer. A larger one is not shared: each instance measures it. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Makes one measurement; `tell` receives its progress parts as JSON text. */
export type MeasureOnce = (tell: Listen<string>) => Promise<CachedResult>;

/** The keys of a lookup in the store. */
export interface StoredLookup {
  readonly shape: AnswerShape;
  /** Keys of its answer, and of the lease to measure it. */
  readonly answer: string;
  readonly lease: string;
}

/** A lookup measured by the instance with this token. */
export interface LeasedLookup extends StoredLookup {
  readonly token: string;
}

/** The stream of progress parts, and the channel that announces new ones; the content of the message is not used. */
const partsKey = (token: string) => `sonde:2:flight:${token}`;

/** Measures, and shares the progress parts and the result. Losing the store does not delay this lookup. */
export async function leadLookup(
  store: SharedStore,
  { answer, lease, token }: LeasedLookup,
  tell: Listen<string>,
  measure: MeasureOnce,
): Promise<CachedResult> {
  const ignoringErrors = (work: Parameters<SharedStore['run']>[0]) => store.run(work).catch(() => null);
  const parts = partsKey(token);
  const publish = (kind: 'part' | 'end', text: string) =>
    ignoringErrors((commands) =>
      commands
        .multi()
        .xadd(parts, 'MAXLEN', '~', MAX_PARTS, '*', kind, text)
        .pexpire(parts, PARTS_EXPIRY_MS)
        .publish(parts, kind)
        .exec(),
    );
  const renewal = setInterval(
    () => void ignoringErrors((commands) => commands.eval(RENEW, 1, lease, token, LEASE_MS)),
    RENEW_MS,
  );
  try {
    const found = await measure((part) => {
      tell(part);
      void publish('part', part);
    });
    const text = JSON.stringify(found.result);
    const freshMs = Math.min(Math.floor(found.freshMs), MAX_FRESH_MS);
    if (freshMs >= 1 && Buffer.byteLength(text) <= MAX_ANSWER_BYTES) {
      await ignoringErrors((commands) => commands.set(answer, text, 'PX', freshMs));
    }
    await publish('end', JSON.stringify(found));
    return found;
  } finally {
    clearInterval(renewal);
    void ignoringErrors((commands) =>
      commands.eval(RELEASE, 1, lease, token).then(() => commands.publish(parts, 'left')),
    );
  }
}

/**
 * Passes on what another instance finds; `left` if that instance has gone without a result. `onMalformed` receives the
 * number of entries that were skipped.
 * @throws if the result cannot be used, or the store is lost.
 */
export async function followLookup(
  store: SharedStore,
  { shape, lease, token }: LeasedLookup,
  signal: AbortSignal,
  { tell, onMalformed }: { readonly tell: Listen<string>; readonly onMalformed: (count: number) => void },
): Promise<CachedResult | 'left'> {
  const notifier = createNotifier();
  const unsubscribe = store.subscribe(partsKey(token), notifier.notify);
  let last = '-';
  try {
    for (;;) {
      // The lease is read first: a leader writes its result before it releases the lease.
      const [holder, entries] = await store.run((commands) =>
        Promise.all([commands.get(lease), commands.xrange(partsKey(token), last, '+', 'COUNT', MAX_PARTS)]),
      );
      signal.throwIfAborted();
      for (const [id, [kind, text = '']] of entries) {
        last = `(${id}`;
        if (kind === 'end') return resultOf(shape, text, onMalformed);
        if (kind === 'part' && shape.isPart(text)) tell(text);
        else onMalformed(1);
      }
      if (holder !== token) return 'left';
      await notifier.waitForNotice(CHECK_MS, signal);
    }
  } finally {
    unsubscribe();
  }
}

function resultOf(shape: AnswerShape, text: string, onMalformed: (count: number) => void): CachedResult {
  const found = shape.cached(text);
  if (found !== null) return found;
  onMalformed(1);
  throw new Error('The shared result of a lookup cannot be used.');
}
