import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
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
import { createPace } from './pace.ts';

/** Observes every flight that answers an offer, and may need more of it than the ServerHello. */
export interface FlightObserver {
  /** True while something it needs may still follow in this flight. */
  isWaitingFor(flight: Flight): boolean;
  note(flight: Flight): void;
}

/** The server accepted an offer, or refused it for certain. */
export type OfferReply =
  | Extract<OfferResult, { kind: 'accepted' }>
  | {
      readonly kind: 'refused' /** The alert; null when it closed the connection or stayed silent. */;
      readonly alert: number | null;
    };

/**
 * Sends offers to one server. If the server handles one client at a time and is far away, each offer is sent with a farewell
 * and on a connection that was not opened ahead, so that no other client waits for us to close. A refusal without an alert may
 * be due to a rate limit: it counts only if it is repeated by a server that still accepts what it accepted before.
 */
export interface Prober {
  readonly scan: Scan;
  /**
   * Sends one offer, and repeats it if the reply is ambiguous.
   * @throws CheckStopped when the server limits us, or the reason of the budget's signal
   */
  ask(offer: Offer, options?: AskOptions): Promise<OfferReply>;
  /** True for a server that handles one client at a time. */
  isSerial(): boolean;
  /** True when concurrent offers gain nothing, because each waits for the one before. */
  isOneByOne(): boolean;
}

export interface AskOptions {
  readonly until?: FlightCondition;
  /** Another offer is likely to follow. */
  readonly hasNext?: boolean;
  /** True for one of the longest rows of offers, each of which depends on the reply to the one before. */
  readonly isUrgent?: boolean;
  /** Which part of the answer it serves, if the offer does not tell. */
  readonly purpose?: EvidencePurpose;
}

/** Milliseconds between two attempts to find out whether the server still answers. */
const PAUSE_MS = 400;

/** `known` is an offer that the server has accepted; `observer` sees every flight. */
export function createProber(scan: Scan, known: Offer, observer: FlightObserver | null = null): Prober {
  const isReachable = createReachabilityCheck(scan, known);
  const ahead = scan.ahead ?? createConnectionsAhead(scan);
  const pace = createPace();
  /** Null until the server is known to handle one client at a time; then whether it answers an offer with a farewell. */
  let farewell: Promise<boolean> | null = null;
  const startFarewells = () => {
    ahead.stop();
    farewell = sendOffer(scan, { ...known, isFarewell: true }).then(({ kind }) => {
      pace.forget();
      return kind === 'accepted';
    });
  };
  /** @throws CheckStopped */
  const ensureReachable = async () => {
    if (!(await isReachable())) scan.budget.stop('limited_by_server');
  };
  const urgent = createUrgentConnections(scan, ahead);
  return {
    scan,
    async ask(offer, { until = untilHello, hasNext = false, isUrgent = false, purpose } = {}) {
      if (farewell === null && pace.isClearlySerial()) startFarewells();
      const isFarewell = farewell === null ? false : await farewell;
      const connections = isUrgent ? urgent : ahead;
      const asking = purpose === undefined ? scan : { ...scan, purpose };
      const enough: FlightCondition = (flight) => until(flight) && !observer?.isWaitingFor(flight);
      const once = async () => {
        const result = await connections.ask(hasNext, async (dialed) => {
          // Excludes the wait for a slot, which says nothing about the server.
          const startedAt = performance.now();
          const answer = await sendOffer(asking, { ...offer, isFarewell }, enough, dialed);
          pace.note(performance.now() - startedAt);
          return answer;
        });
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
      // The server is reachable only some of the time.
      if (again.kind === 'unreachable') scan.budget.stop('limited_by_server');
      return { kind: 'refused', alert: again.kind === 'alert' ? again.description : null };
    },
    isSerial: () => farewell !== null || pace.isSerial(),
    isOneByOne: () => pace.isSerial(),
  };
}

/** The reply that a result stands for with certainty; null if it may have several causes. */
function unambiguousReply(result: OfferResult): OfferReply | null {
  if (result.kind === 'accepted') return result;
  if (result.kind !== 'alert' || result.description === alerts.internalError) return null;
  return { kind: 'refused', alert: result.description };
}

/** Determines whether the server still accepts the known offer. Callers share an attempt that has not started yet. */
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
