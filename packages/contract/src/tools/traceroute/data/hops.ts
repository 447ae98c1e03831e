import { jitterOf, pingStatistics, roundMs } from '../../../ping-statistics.ts';
import type { TraceHop, TraceHopAnswer } from '../contract.ts';
import { causeOfLoss } from './loss.ts';

/** What is known about one probe. */
export interface HeardProbe {
  readonly ttl: number;
  readonly round: number;
  /** Undefined while pending, null if lost. */
  readonly answer: ProbeAnswer | null | undefined;
}

export interface ProbeAnswer {
  readonly address: string | null;
  readonly timeMs: number;
  readonly labels: TraceHopAnswer['labels'];
  readonly isTarget: boolean;
  readonly error: string | null;
}

/** What the DNS and the databases say about an address. */
export type KnownOfAddress = Pick<
  TraceHopAnswer,
  'name' | 'nameConfirmed' | 'asn' | 'asName' | 'country' | 'city' | 'latitude' | 'longitude' | 'tooFar'
>;

export const nothingKnownOfAddress: KnownOfAddress = {
  name: null,
  nameConfirmed: null,
  asn: null,
  asName: null,
  country: null,
  city: null,
  latitude: null,
  longitude: null,
  tooFar: false,
};

/** The TTL at which the path ends: at the target, or where packets were refused; null as long as that is not known. */
export function endOf(probes: readonly HeardProbe[]): number | null {
  const ends = probes.flatMap(({ ttl, answer }) => (answer && (answer.isTarget || answer.error !== null) ? ttl : []));
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Composes the hops, from the first to the end of the path or to the last one that answered. Pending probes count neither
 * as sent nor as lost.
 */
export function composeHops(
  probes: readonly HeardProbe[],
  known: ReadonlyMap<string, KnownOfAddress> = new Map(),
): TraceHop[] {
  const answered = probes.flatMap(({ ttl, answer }) => (answer ? ttl : []));
  const last = endOf(probes) ?? Math.max(0, ...answered);
  const byTtl = groupByTtl(probes);
  const bare = Array.from({ length: last }, (_, index) => hopOf(index + 1, byTtl.get(index + 1) ?? [], known));
  const judged = bare.map((hop, index) => {
    const later = bare.slice(index + 1).filter(({ received }) => received > 0);
    return { ...hop, lossIs: hop.received === 0 ? null : causeOfLoss(hop, later) };
  });
  // After the last hop there is nothing to compare with: its loss has the same cause as that of the hop before it.
  const answering = judged.filter(({ received }) => received > 0);
  const [before, end] = answering.slice(-2);
  return before?.lossIs === 'path' && end?.lossIs === 'unknown'
    ? judged.map((hop) => (hop === end ? { ...hop, lossIs: 'path' } : hop))
    : judged;
}

function groupByTtl(probes: readonly HeardProbe[]): Map<number, HeardProbe[]> {
  const groups = new Map<number, HeardProbe[]>();
  for (const probe of probes) groups.set(probe.ttl, [...(groups.get(probe.ttl) ?? []), probe]);
  return groups;
}

function hopOf(ttl: number, probes: readonly HeardProbe[], known: ReadonlyMap<string, KnownOfAddress>): TraceHop {
  const settled = probes.filter(({ answer }) => answer !== undefined).sort((a, b) => a.round - b.round);
  const packets = settled.map(({ answer }) => ({ timeMs: answer ? roundMs(answer.timeMs) : null }));
  const { minTime, avgTime, maxTime, packetLoss, packetsReceived } = pingStatistics(packets);
  const jitter = jitterOf(packets);
  return {
    ttl,
    answers: answersOf(settled, known),
    timesMs: packets.map(({ timeMs }) => timeMs),
    sent: packets.length,
    received: packetsReceived,
    minMs: minTime,
    avgMs: avgTime,
    maxMs: maxTime,
    jitterMs: jitter === null ? null : roundMs(jitter),
    loss: packetLoss,
    lossIs: null,
  };
}

/** One entry for each address, in the order in which they first answered. */
function answersOf(probes: readonly HeardProbe[], known: ReadonlyMap<string, KnownOfAddress>): TraceHopAnswer[] {
  const answers = new Map<string | null, TraceHopAnswer>();
  for (const { answer } of probes) {
    if (!answer) continue;
    const { address, labels, error } = answer;
    const before = answers.get(address);
    answers.set(address, {
      address,
      ...((address === null ? undefined : known.get(address)) ?? nothingKnownOfAddress),
      timesMs: [...(before?.timesMs ?? []), roundMs(answer.timeMs)],
      labels: labels.length > 0 ? labels : (before?.labels ?? []),
      error: error ?? before?.error ?? null,
    });
  }
  return [...answers.values()];
}

/** The autonomous systems along the path: consecutive hops in the same one are one step; silent hops are skipped. */
export function asPathOf(hops: readonly TraceHop[]): { asn: string | null; name: string | null; hops: number }[] {
  const path: { asn: string | null; name: string | null; hops: number }[] = [];
  for (const { answers } of hops) {
    const [first] = answers;
    if (first === undefined) continue;
    const last = path.at(-1);
    if (last !== undefined && last.asn === first.asn) last.hops += 1;
    else path.push({ asn: first.asn, name: first.asName, hops: 1 });
  }
  return path;
}
