import {
  asPathOf,
  composeHops,
  type DataOf,
  type Gap,
  type HeardProbe,
  roundMs,
  type Tools,
  type TraceHop,
} from '@sonde/contract';
import { hostFailure } from '../../engines/host-failure.ts';
import {
  type Net,
  NetFailure,
  type TraceEvent,
  type TraceListener,
  type TraceOutcome,
  type TraceSession,
  type TraceTarget,
} from '../../net/net.ts';
import type { Probe } from '../../probe.ts';
import { createAddressFacts, type MissingPart } from './address-facts.ts';
import { markTooFar } from './too-far.ts';

const RESOLVE_MS = 5_000;

type Data = DataOf<Tools['traceroute']>;

/**
 * The routers on the way to a host. That a target stays silent is an answer, too.
 * @throws ToolError `not-found` for a name that does not exist or has no address, `busy` if too many traces run or this
 * machine permits none; NetFailure if the address cannot be found for another reason
 */
export const probeTraceroute: Probe<Tools['traceroute']> = async (query, { net, data, signal, report }) => {
  const { host, rounds, paths } = query;
  const method = query.method ?? 'icmp';
  const probes = new Map<string, HeardProbe>();
  const facts = createAddressFacts(net, data, signal, (address, known) => report({ kind: 'known', address, ...known }));
  let session: TraceSession | null = null;
  const listener = {
    onSession: (started: TraceSession) => {
      session = started;
      report({ kind: 'session', ...sessionFacts(started), rounds });
    },
    onEvent: (event: TraceEvent) => {
      keep(probes, event);
      report(event.kind === 'answer' ? { ...event, labels: [...event.labels], timeMs: roundMs(event.timeMs) } : event);
      if (event.kind === 'answer' && event.address !== null) facts.ask(event.address);
    },
  };
  const target = { host, method, port: query.port, rounds, paths, resolveMs: RESOLVE_MS };
  const outcome = await traceIn(net, target, listener, signal);
  await facts.settle();
  signal.throwIfAborted();
  const started = session as TraceSession | null;
  if (started === null) throw new Error('a trace ended before it began');
  const heard = [...probes.values()].filter(({ ttl }) => outcome.distance === null || ttl <= outcome.distance);
  const hops = markTooFar(composeHops(heard, facts.known));
  return {
    data: { host, ...sessionFacts(started), rounds, ...endFacts(outcome, hops), hops, asPath: asPathOf(hops) },
    gaps: [...gapsOf(facts.missing, outcome), ...methodGap(method, started)],
  };
};

async function traceIn(
  net: Net,
  target: TraceTarget,
  listener: TraceListener,
  signal: AbortSignal,
): Promise<TraceOutcome> {
  try {
    return await net.trace(target, listener, signal);
  } catch (error) {
    throw error instanceof NetFailure
      ? hostFailure(error, { 'ping-unavailable': 'Traceroute is unavailable on this server.' })
      : error;
  }
}

/** Keeps the latest event of every probe. */
function keep(probes: Map<string, HeardProbe>, event: TraceEvent): void {
  const { ttl, round } = event;
  const key = `${ttl} ${round}`;
  if (event.kind === 'answer') {
    const { address, timeMs, labels, isTarget, error } = event;
    probes.set(key, { ttl, round, answer: { address, timeMs, labels: [...labels], isTarget, error } });
  } else if (event.kind === 'sent') {
    if (!probes.has(key)) probes.set(key, { ttl, round, answer: undefined });
  } else if (!probes.get(key)?.answer) {
    probes.set(key, { ttl, round, answer: null });
  }
}

function sessionFacts({ address, method, port, isPrivileged }: TraceSession) {
  return { address: address.address, method, port, privileged: isPrivileged };
}

function endFacts(
  { reached, distance, pathMtu, links }: TraceOutcome,
  hops: readonly TraceHop[],
): Pick<Data, 'reached' | 'stoppedBy' | 'pathMtu' | 'graph'> {
  const refusal = hops.at(-1)?.answers.find(({ error }) => error !== null);
  const stoppedBy =
    reached === 'stopped' && distance !== null && refusal !== undefined
      ? { ttl: distance, address: refusal.address, meaning: refusal.error ?? '' }
      : null;
  const told = pathMtu?.router ?? null;
  const hop = told === null ? undefined : hops.find(({ answers }) => answers.some(({ address }) => address === told));
  return {
    reached,
    stoppedBy,
    pathMtu: pathMtu === null ? null : { ...pathMtu, ttl: hop?.ttl ?? null },
    graph: links === null ? null : [...links],
  };
}

/** A gap if other packets were sent in place of ICMP, which not every machine permits. */
function methodGap(asked: string, { method }: TraceSession): Gap[] {
  return asked === method ? [] : [{ part: asked, code: 'unreachable' }];
}

const gapCodes: Readonly<Record<MissingPart, Gap['code']>> = {
  names: 'timeout',
  asn: 'source-failed',
  places: 'source-failed',
};

function gapsOf(
  missing: ReadonlySet<MissingPart>,
  { distance, pathMtu, readsLabels, arePathsComplete }: TraceOutcome,
): Gap[] {
  return [
    ...[...missing].map((part): Gap => ({ part, code: gapCodes[part] })),
    ...(pathMtu === null ? [{ part: 'path-mtu', code: 'timeout' } as const] : []),
    ...(arePathsComplete ? [] : [{ part: 'paths', code: distance === null ? 'timeout' : 'work-limit' } as const]),
    ...(readsLabels ? [] : [{ part: 'extensions', code: 'unreachable' } as const]),
  ];
}
