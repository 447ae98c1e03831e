import type { Libc } from '../icmp/libc.ts';
import { ownersNetwork } from '../icmp/pacer.ts';
import type { GuardedAddress, PathMtu, TraceListener, TraceOutcome } from '../net.ts';
import type { Flow, FlowKind } from './flows/flow.ts';
import { flowKinds } from './flows/flow-kinds.ts';
import type { KnownDistances } from './known-distances.ts';
import { explorePaths } from './multipath.ts';
import { createTargetCount, type NetworkAllowance } from './network-allowance.ts';
import type { HopPrivacy } from './own-hops.ts';
import { type MeasuredMtu, measurePathMtu } from './path-mtu.ts';
import type { SendQueue } from './send-queue.ts';
import type { TraceEnd, TraceNews, TracePlan } from './trace-plan.ts';
import { trace } from './tracer.ts';

/** What one trace needs: resources shared by all traces, and its own target. */
export interface OneTrace {
  readonly libc: Libc;
  readonly queue: SendQueue;
  readonly distances: KnownDistances;
  readonly allowance: NetworkAllowance;
  readonly privacy: HopPrivacy;
  readonly address: GuardedAddress;
  readonly kind: FlowKind;
  readonly flow: Flow;
  readonly plan: TracePlan;
  readonly paths: boolean;
}

type FoundPaths = Pick<TraceOutcome, 'links' | 'arePathsComplete'>;

const NO_PATHS: FoundPaths = { links: null, arePathsComplete: true };

/** Hops, path MTU and, if requested, parallel paths of one target. */
export async function runTrace(one: OneTrace, listener: TraceListener, signal: AbortSignal): Promise<TraceOutcome> {
  const { address, flow, privacy, allowance, distances, kind, plan, queue } = one;
  const network = ownersNetwork(address);
  await allowance.whenFree(network, signal);
  const count = createTargetCount(() => allowance.spend(network));
  const target = whenAnswered();
  let slowestMs = 0;
  const report = (news: TraceNews) => {
    if (news.kind === 'sent') count.sent(news.ttl);
    if (news.kind === 'answer') {
      slowestMs = Math.max(slowestMs, news.timeMs);
      if (news.isTarget) {
        count.reached(news.ttl);
        target.answered(news.timeMs);
      }
    }
    for (const event of privacy.shown(news)) listener.onEvent(event);
  };
  const knownDistance = distances.of(address.address);
  const mtu = withMtuFlow(one, target.ms, signal);
  const ended = trace(
    { flow, plan, queue, knownDistance, asksDirectly: kind.method !== 'udp', report },
    signal,
  ).finally(target.over);
  const explored = ended.then((end) => (one.paths ? exploreLinks(one, end, slowestMs, count.sent, signal) : NO_PATHS));
  // Concurrently; by UDP, the path MTU is measured only after the target has answered.
  const [end, pathMtu, found] = await Promise.all([ended, mtu, explored]);
  if (end.reached === 'target' && end.distance !== null) distances.learn(address.address, end.distance);
  return { ...end, pathMtu: pathMtu && shownMtu(pathMtu, privacy), ...found, readsLabels: flow.readsLabels };
}

/** The round trip of the target's first answer, or null when the trace ends without one. */
function whenAnswered() {
  let answered = (_ms: number | null) => {};
  const ms = new Promise<number | null>((resolve) => {
    answered = resolve;
  });
  return { ms, answered, over: () => answered(null) };
}

/**
 * By ICMP if this machine permits it, since targets limit the errors that answer UDP. An ICMP trace uses its own socket
 * for it: another one would add a sixth to the processor time.
 */
async function withMtuFlow(
  { libc, address, kind, flow: own, queue }: OneTrace,
  targetMs: Promise<number | null>,
  signal: AbortSignal,
): Promise<MeasuredMtu | null> {
  if (kind.method === 'icmp') return measurePathMtu({ flow: own, queue, targetMs, isFrugal: false }, signal);
  const kinds = kind.method === 'udp' ? [kind] : flowKinds(libc, 'icmp').filter(({ method }) => method === 'icmp');
  for (const one of kinds) {
    const flow = openOrNull(one, address);
    if (flow === null) continue;
    try {
      return await measurePathMtu({ flow, queue, targetMs, isFrugal: one.method === 'udp' }, signal);
    } finally {
      flow.close();
    }
  }
  return null;
}

const UDP_PORT = 33_434;

function openOrNull(kind: FlowKind, address: GuardedAddress): Flow | null {
  try {
    return kind.open(address, UDP_PORT);
  } catch {
    return null;
  }
}

function shownMtu({ bytes, found, from }: MeasuredMtu, privacy: HopPrivacy): PathMtu {
  return { bytes, found, router: from === null ? null : privacy.publicAddress(from) };
}

async function exploreLinks(
  { libc, address, queue, privacy }: OneTrace,
  { distance }: TraceEnd,
  slowestMs: number,
  onSent: (ttl: number) => void,
  signal: AbortSignal,
): Promise<FoundPaths> {
  const [udp] = flowKinds(libc, 'udp');
  if (udp === undefined || distance === null) return { links: [], arePathsComplete: false };
  const openFlow = () => udp.open(address, UDP_PORT);
  const { steps, isComplete } = await explorePaths({ openFlow, queue, distance, slowestMs, onSent }, signal);
  const shown = (ttl: number, hex: string | null) =>
    hex === null ? null : privacy.address(ttl, Buffer.from(hex, 'hex'));
  const links = steps.map(({ ttl, from, to, flows }) => ({
    ttl,
    from: shown(ttl, from),
    to: shown(ttl + 1, to),
    flows,
  }));
  return { links, arePathsComplete: isComplete };
}
