import { sleep } from '../../../async/sleep.ts';
import { createConnectionsAhead } from '../../../engines/tls/connection/connections-ahead.ts';
import type { Scan } from '../../../engines/tls/connection/dial.ts';
import { createUrgentConnections } from '../../../engines/tls/connection/urgent-connections.ts';
import {
  type FlightCondition,
  type Offer,
  type OfferResult,
  sendOffer,
  untilHello,
} from '../../../engines/tls/handshake/send-hello.ts';
import type { Flight } from '../../../protocols/tls-records/flight.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';

/** Looks at every flight that answers an offer, and may want more of one than its ServerHello. */
export interface FlightObserver {
  /** True while something that it wants may still follow in this flight. */
  isWaitingFor(flight: Flight): boolean;
  note(flight: Flight): void;
}

/** The server accepted an offer, or certainly refused it. */
export type OfferReply =
  | Extract<OfferResult, { kind: 'accepted' }>
  | {
      readonly kind: 'refused' /** The alert; null when it just hung up or kept silent. */;
      readonly alert: number | null;
    };

/**
 * Sends offers to one server. A refusal without an alert may come from a rate limit: it counts only when it is repeated by a
 * server that still accepts what it accepted before.
 */
export interface Prober {
  readonly scan: Scan;
  /**
   * Sends one offer, and repeats it where the reply may have any cause.
   * @throws CheckStopped when the server limits us, or the reason of the budget's signal
   */
  ask(offer: Offer, options?: AskOptions): Promise<OfferReply>;
  /** True for a server that handles one client after the other, so that concurrent offers gain nothing. */
  isSerial(): boolean;
}

export interface AskOptions {
  readonly until?: FlightCondition;
  /** Another offer is likely to follow. */
  readonly hasNext?: boolean;
  /** It belongs to one of the longest rows of offers, each of which depends on the reply before. */
  readonly isUrgent?: boolean;
}

/** Offers wait for one another when the median of the latest took this many times as long as the fastest. */
const SERIAL_FACTOR = 3;
const WINDOW = 16;
/** Between two attempts to find out whether the server still answers. */
const PAUSE_MS = 400;

/** `known` is an offer that the server has accepted; `observer` sees every flight. */
export function createProber(scan: Scan, known: Offer, observer: FlightObserver | null = null): Prober {
  const isReachable = createReachabilityCheck(scan, known);
  const ahead = scan.ahead ?? createConnectionsAhead(scan);
  const tookMs: number[] = [];
  /** @throws CheckStopped */
  const ensureReachable = async () => {
    if (!(await isReachable())) scan.budget.stop('limited_by_server');
  };
  const urgent = createUrgentConnections(scan, ahead);
  return {
    scan,
    async ask(offer, { until = untilHello, hasNext = false, isUrgent = false } = {}) {
      const connections = isUrgent ? urgent : ahead;
      const enough: FlightCondition = (flight) => until(flight) && !observer?.isWaitingFor(flight);
      const once = async () => {
        const startedAt = performance.now();
        const result = await connections.ask(hasNext, (dialed) => sendOffer(scan, offer, enough, dialed));
        tookMs.push(performance.now() - startedAt);
        if (result.kind === 'accepted') observer?.note(result.flight);
        return result;
      };
      const first = unambiguousReply(await once());
      if (first !== null) return first;
      await ensureReachable();
      const again = await once();
      // The server closed the connection on an offer that it accepts: too many connections at once.
      if (again.kind === 'accepted') scan.budget.slowDown();
      const second = unambiguousReply(again);
      if (second !== null) return second;
      await ensureReachable();
      // Sometimes it can be reached, sometimes it cannot.
      if (again.kind === 'unreachable') scan.budget.stop('limited_by_server');
      return { kind: 'refused', alert: again.kind === 'alert' ? again.description : null };
    },
    isSerial() {
      const sorted = tookMs.slice(-WINDOW).sort((a, b) => a - b);
      const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
      return medianMs > SERIAL_FACTOR * Math.min(...tookMs);
    },
  };
}

/** The reply that a result certainly stands for; null when it may have any cause. */
function unambiguousReply(result: OfferResult): OfferReply | null {
  if (result.kind === 'accepted') return result;
  if (result.kind !== 'alert' || result.description === alerts.internalError) return null;
  return { kind: 'refused', alert: result.description };
}

/** Finds out whether the server still accepts the known offer. Callers share an attempt that has not begun yet. */
function createReachabilityCheck(scan: Scan, known: Offer): () => Promise<boolean> {
  let last: Promise<boolean> = Promise.resolve(true);
  let coming: Promise<boolean> | null = null;
  return () => {
    coming ??= last.then(() => {
      coming = null;
      last = stillAccepts(scan, known);
      return last;
    });
    return coming;
  };
}

async function stillAccepts(scan: Scan, known: Offer): Promise<boolean> {
  const isAccepted = async () => (await sendOffer(scan, known)).kind === 'accepted';
  if (await isAccepted()) return true;
  await sleep(PAUSE_MS, scan.budget.signal);
  return isAccepted();
}
