import { alerts } from '../../protocols/tls-records/alerts.ts';
import { type Offer, type Outcome, ask as sendOffer, type Until, untilHello } from './ask.ts';
import type { Scan } from './dial.ts';
import { createDialAhead } from './dial-ahead.ts';
import type { ChainWatch } from './served/chain-watch.ts';

/** An offer was taken, or the server meant its refusal. */
export type Reply =
  | Extract<Outcome, { kind: 'accepted' }>
  | {
      readonly kind: 'refused' /** The alert; null when it just hung up or kept silent. */;
      readonly alert: number | null;
    };

/**
 * Asks, and believes a refusal without an alert only when it is repeated, and from a server that still takes what it took
 * before.
 */
export interface Prober {
  readonly scan: Scan;
  /**
   * With `hasNext` another question is likely to follow.
   * @throws CheckStopped when the server limits us, or the reason of the budget's signal
   */
  ask(offer: Offer, options?: { readonly until?: Until; readonly hasNext?: boolean }): Promise<Reply>;
  /** True for a server that answers one client after the other, so that asking several at once gains nothing. */
  isSerial(): boolean;
}

/** A question takes this many times the fastest one, in the middle of the last ones, when they wait for each other. */
const SERIAL_FACTOR = 3;
const WINDOW = 16;
/** Between two looks whether the server is still there. */
const PAUSE_MS = 400;

/** `known` is what the server has accepted already; `watch` looks at every answer. */
export function createProber(scan: Scan, known: Offer, watch: ChainWatch | null = null): Prober {
  const control = createControl(scan, known);
  const ahead = createDialAhead(scan);
  const tookMs: number[] = [];
  /** @throws CheckStopped */
  const believe = async () => {
    if (!(await control())) scan.budget.stop('limited_by_server');
  };
  return {
    scan,
    async ask(offer, { until = untilHello, hasNext = false } = {}) {
      const enough: Until = (flight) => until(flight) && !watch?.isWaitingFor(flight);
      const once = async () => {
        const startedAt = performance.now();
        const outcome = await ahead.ask(hasNext, (dialed) => sendOffer(scan, offer, enough, dialed));
        tookMs.push(performance.now() - startedAt);
        if (outcome.kind === 'accepted') watch?.note(outcome.flight);
        return outcome;
      };
      const first = clearReply(await once());
      if (first !== null) return first;
      await believe();
      const again = await once();
      // It hung up on what it takes: too much at once.
      if (again.kind === 'accepted') scan.budget.slowDown();
      const second = clearReply(again);
      if (second !== null) return second;
      await believe();
      // It can be reached and it cannot, in turns.
      if (again.kind === 'unreached') scan.budget.stop('limited_by_server');
      return { kind: 'refused', alert: again.kind === 'alert' ? again.description : null };
    },
    isSerial() {
      const sorted = tookMs.slice(-WINDOW).sort((a, b) => a - b);
      const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
      return middle > SERIAL_FACTOR * Math.min(...tookMs);
    },
  };
}

/** An outcome that says what the server means; null when it might be anything. */
function clearReply(outcome: Outcome): Reply | null {
  if (outcome.kind === 'accepted') return outcome;
  if (outcome.kind !== 'alert' || outcome.description === alerts.internalError) return null;
  return { kind: 'refused', alert: outcome.description };
}

/** Looks whether the server still takes the known offer. Whoever asks while a look is yet to begin shares it. */
function createControl(scan: Scan, known: Offer): () => Promise<boolean> {
  let last: Promise<boolean> = Promise.resolve(true);
  let coming: Promise<boolean> | null = null;
  return () => {
    coming ??= last.then(() => {
      coming = null;
      last = looks(scan, known);
      return last;
    });
    return coming;
  };
}

async function looks(scan: Scan, known: Offer): Promise<boolean> {
  const isThere = async () => (await sendOffer(scan, known)).kind === 'accepted';
  if (await isThere()) return true;
  await pause(PAUSE_MS, scan.budget.signal);
  return isThere();
}

/** @throws the signal's reason when it fires first */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
