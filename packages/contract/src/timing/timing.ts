// timing/: works out where the time of a lookup went, and formats the result.

import type { Evidence, EvidenceExchange } from '../evidence/evidence.ts';

/** The data from which a lookup is timed: its exchanges, recorded with or without octets, and the times around them. */
export interface TimedLookup {
  /** Milliseconds from the request for the lookup until its measurement began; null if there is no queue. */
  readonly queuedMs: number | null;
  /** Milliseconds from the start of the measurement until there was an answer or a failure. */
  readonly measuredMs: number;
  /** Milliseconds from then until the result was JSON text; null if none is written. */
  readonly writtenMs: number | null;
  readonly evidence: Pick<Evidence, 'exchanges' | 'leftOut'>;
}

/** One exchange with one peer. Times are in milliseconds after the start of the measurement. */
export interface TimedExchange {
  /** Its number in the evidence. */
  readonly number: number;
  readonly service: EvidenceExchange['service'];
  readonly transport: EvidenceExchange['transport'];
  /** Null for a resolver or service of the operator, whose address is not disclosed. */
  readonly peer: { readonly address: string; readonly port: number | null } | null;
  readonly beganAtMs: number;
  /** When its TCP connection was established; null if it never was, and for other transports. */
  readonly openedAtMs: number | null;
  /** When the first octet was sent, or when a connection that was refused was requested; null if nothing was asked. */
  readonly askedAtMs: number | null;
  /** When the last octet was received; if there was none, when the exchange ended; null if it was left open. */
  readonly answeredAtMs: number | null;
  /** Whether the exchange is on the critical path, see `criticalPath`. */
  readonly isCritical: boolean;
}

/**
 * Where the time of one lookup went, in milliseconds. Exchanges run concurrently, so the parts overlap: each is the time
 * during which anything of its kind was going on.
 */
export interface LookupTiming {
  /** The whole time from the request for the lookup until its answer was written. */
  readonly totalMs: number;
  /** Waiting for a slot of the tool; null if there is no queue. */
  readonly queuedMs: number | null;
  /** Queries to the resolvers of this server. */
  readonly resolvedMs: number;
  /** Establishing TCP connections, including those that failed. */
  readonly connectedMs: number;
  /** Exchanges with all other peers, from the first octet sent to the last one received. */
  readonly exchangedMs: number;
  /** The rest of the time: decoding, computing, judging. */
  readonly decodedMs: number;
  /** Writing the answer as JSON; null if none is written. */
  readonly writtenMs: number | null;
  /** In the order in which they began. */
  readonly exchanges: readonly TimedExchange[];
  /** The number of exchanges missing above because they exceeded the limit of the recording. */
  readonly leftOut: number;
}

/** Works out where the time of a lookup went. Exchanges within TLS are part of the exchange that carried them. */
export function timingOf({ queuedMs, measuredMs, writtenMs, evidence }: TimedLookup): LookupTiming {
  const exchanges = timedExchanges(evidence.exchanges.filter(({ layer }) => layer === 'wire'));
  const others = exchanges.filter((one) => !isResolution(one));
  const until = (ms: number | null) => Math.min(ms ?? measuredMs, measuredMs);
  const resolving = exchanges.filter(isResolution).map((one): Span => [one.beganAtMs, until(one.answeredAtMs)]);
  const connecting = others
    .filter(({ transport }) => transport === 'tcp')
    .map((one): Span => [one.beganAtMs, until(one.openedAtMs ?? one.answeredAtMs)]);
  const exchanging = others.flatMap(({ askedAtMs, answeredAtMs }): Span[] =>
    askedAtMs === null ? [] : [[askedAtMs, until(answeredAtMs)]],
  );
  return {
    totalMs: (queuedMs ?? 0) + measuredMs + (writtenMs ?? 0),
    queuedMs,
    resolvedMs: unionMs(resolving),
    connectedMs: unionMs(connecting),
    exchangedMs: unionMs(exchanging),
    decodedMs: Math.max(0, measuredMs - unionMs([...resolving, ...connecting, ...exchanging])),
    writtenMs,
    exchanges,
    leftOut: evidence.leftOut,
  };
}

const isResolution = ({ service, peer }: TimedExchange) => service === 'dns' && peer === null;

function timedExchanges(recorded: readonly EvidenceExchange[]): TimedExchange[] {
  const exchanges = recorded.map(timed);
  const critical = new Set(criticalPath(exchanges));
  return exchanges.map((one) => ({ ...one, isCritical: critical.has(one) }));
}

function timed(one: EvidenceExchange): TimedExchange {
  const { number, service, transport, peer, pieces } = one;
  const received = pieces.findLast(({ direction }) => direction === 'in');
  return {
    number,
    service,
    transport,
    peer: peer.isReplaced ? null : { address: peer.address, port: peer.port },
    beganAtMs: toMs(one.startUs),
    openedAtMs: one.openedUs === null ? null : toMs(one.openedUs),
    askedAtMs: askedAtMs(one),
    answeredAtMs: received !== undefined ? toMs(received.atUs) : one.endUs === null ? null : toMs(one.endUs),
    isCritical: false,
  };
}

/** Pings and traces may be recorded without octets: they ask when they start, as does a refused connection. */
function askedAtMs({ service, pieces, startUs, openedUs, outcome }: EvidenceExchange): number | null {
  const sent = pieces.find(({ direction }) => direction === 'out');
  if (sent !== undefined) return toMs(sent.atUs);
  const isPacket = service === 'ping' || service === 'trace';
  return isPacket || (openedUs === null && outcome === 'failed') ? toMs(startUs) : null;
}

const toMs = (us: number) => us / 1000;

/** How long after an answer the next exchange may ask and still count as caused by it. */
const TOLERANCE_MS = 1;

/**
 * The exchanges that the end of a lookup waited for, found from the last one backwards: each asked just after the previous
 * one was answered. An exchange that asked nothing delayed nothing.
 */
function criticalPath(exchanges: readonly TimedExchange[]): TimedExchange[] {
  const latestFirst = exchanges
    .filter(({ askedAtMs, answeredAtMs }) => askedAtMs !== null && answeredAtMs !== null)
    .toSorted((a, b) => Number(b.answeredAtMs) - Number(a.answeredAtMs));
  const path: TimedExchange[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const one of latestFirst) {
    if (Number(one.answeredAtMs) > before + TOLERANCE_MS || Number(one.askedAtMs) >= before) continue;
    path.push(one);
    before = Number(one.askedAtMs);
  }
  return path.toReversed();
}

type Span = readonly [fromMs: number, toMs: number];

/** The number of milliseconds covered by at least one of the spans. */
function unionMs(spans: readonly Span[]): number {
  let sum = 0;
  let reached = 0;
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return sum;
}
