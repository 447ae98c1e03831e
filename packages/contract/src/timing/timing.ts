// timing/: where the time of one lookup went, and how that is told.

import type { Evidence, EvidenceExchange } from '../evidence/evidence.ts';

/** What a lookup is timed by: its exchanges, recorded with or without their octets, and the times around them. */
export interface TimedLookup {
  /** Milliseconds from when the lookup was asked for until its measurement began; null where nothing waits. */
  readonly queuedMs: number | null;
  /** From then until there was an answer or a failure. */
  readonly measuredMs: number;
  /** From then until that was JSON text; null where none is written. */
  readonly writtenMs: number | null;
  readonly evidence: Pick<Evidence, 'exchanges' | 'leftOut'>;
}

/** One exchange with one peer. Times are milliseconds after the beginning of the measurement. */
export interface TimedExchange {
  /** As in the evidence. */
  readonly number: number;
  readonly service: EvidenceExchange['service'];
  readonly transport: EvidenceExchange['transport'];
  /** Null for a resolver or service of the operator, whose address is not told. */
  readonly peer: { readonly address: string; readonly port: number | null } | null;
  readonly beganAtMs: number;
  /** When its TCP connection was open; null for one that never was, and for other transports. */
  readonly openedAtMs: number | null;
  /** When the first octet was sent, or the connection asked for that was refused; null when nothing was asked. */
  readonly askedAtMs: number | null;
  /** When the last octet came; without any, when it ended; null for one that was left open. */
  readonly answeredAtMs: number | null;
  /** True for an exchange that the end of the lookup waited for, see `criticalPath`. */
  readonly isCritical: boolean;
}

/**
 * Where the time of one lookup went, in milliseconds. Exchanges go on at the same time, so the parts overlap: each is how
 * long at least one thing of its kind went on.
 */
export interface LookupTiming {
  /** Everything, from when the lookup was asked for until its answer was written. */
  readonly totalMs: number;
  /** Waiting for a slot of the tool; null where nothing waits. */
  readonly queuedMs: number | null;
  /** Questions to the resolvers of this server. */
  readonly resolvedMs: number;
  /** TCP connections being opened, also those that never were. */
  readonly connectedMs: number;
  /** Exchanges with everybody else, from the first octet sent to the last one received. */
  readonly exchangedMs: number;
  /** While nothing of that went on: reading what came, working on it, judging. */
  readonly decodedMs: number;
  /** Writing the answer as JSON; null where none is written. */
  readonly writtenMs: number | null;
  /** In the order in which they began. */
  readonly exchanges: readonly TimedExchange[];
  /** Exchanges beyond the limit of the recording, which are missing above. */
  readonly leftOut: number;
}

/** Works out where the time of a lookup went. What went inside of TLS is part of the exchange that carried it. */
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
    ...{ number, service, transport },
    peer: peer.isReplaced ? null : { address: peer.address, port: peer.port },
    beganAtMs: toMs(one.startUs),
    openedAtMs: one.openedUs === null ? null : toMs(one.openedUs),
    askedAtMs: askedAtMs(one),
    answeredAtMs: received !== undefined ? toMs(received.atUs) : one.endUs === null ? null : toMs(one.endUs),
    isCritical: false,
  };
}

/** Packets of pings and traces may have no octets here: each asks as it begins. So does a connection that was refused. */
function askedAtMs({ service, pieces, startUs, openedUs, outcome }: EvidenceExchange): number | null {
  const sent = pieces.find(({ direction }) => direction === 'out');
  if (sent !== undefined) return toMs(sent.atUs);
  const isPacket = service === 'ping' || service === 'trace';
  return isPacket || (openedUs === null && outcome === 'failed') ? toMs(startUs) : null;
}

const toMs = (us: number) => us / 1000;

/** How much later than an answer the next exchange may ask for being caused by it. */
const TOLERANCE_MS = 1;

/**
 * The exchanges that the end of a lookup waited for, from its last back to its first: each asked just after the one before
 * it had been answered. What was asked of nobody has delayed nothing.
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

/** For how many milliseconds at least one of them went on. */
function unionMs(spans: readonly Span[]): number {
  let sum = 0;
  let reached = 0;
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return sum;
}
