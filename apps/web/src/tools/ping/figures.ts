import { type PingStatistics, pingStatistics } from '@sonde/contract';
import { formatMs } from '../../ui/format-ms.ts';
import type { KeyValue } from '../../ui/key-value-list.tsx';
import { knownWord } from '../known-word.ts';
import { COUNT, INTERVAL_S, type PingKnown } from './query.ts';

/**
 * The server's statistics; before they are there, those of the packets so far: what still waits for its answer is
 * transmitted, and neither received nor lost.
 */
export function figuresOf({ packets, summary }: PingKnown): PingStatistics {
  if (summary !== null) return summary.statistics;
  const settled = packets.filter(({ isSettled }) => isSettled);
  return { ...pingStatistics(settled), packetsTransmitted: packets.length };
}

/** How much the round trip changes from one answer to the next, on average; null with less than two answers. */
function jitterOf({ packets }: PingKnown): number | null {
  const times = packets.flatMap(({ timeMs }) => timeMs ?? []);
  if (times.length < 2) return null;
  const steps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)));
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

/** What does the same on a visitor's own machine. */
export function commandOf({ host }: PingKnown): string {
  return `ping -c ${COUNT} -i ${INTERVAL_S} ${host}`;
}

const inMs = (ms: number | null) => (ms === null ? null : formatMs(ms));
const methods = { icmp: 'ICMP echo', tcp: 'TCP handshake, port 443 or 80' } as const;

export function connectionRows(known: PingKnown): readonly KeyValue[] {
  const { host, address, method, packetSize, packets, summary } = known;
  const last = packets.findLast((packet) => packet.ttl !== null);
  const { roundTripTime, ttl } = summary ?? { roundTripTime: figuresOf(known).avgTime, ttl: last?.ttl ?? null };
  return [
    { label: 'Host', value: host, mono: true },
    { label: 'IP Address', value: address, mono: true },
    { label: 'Round Trip Time', value: inMs(roundTripTime), mono: true },
    { label: 'TTL', value: ttl === null ? null : String(ttl), mono: true },
    { label: 'Packet Size', value: packetSize === null ? null : `${packetSize} bytes`, mono: true },
    { label: 'Measured By', value: method === null ? null : knownWord(methods, method, method) },
  ];
}

export function statisticsRows(known: PingKnown): readonly KeyValue[] {
  const { packetsTransmitted, packetsReceived, packetLoss, minTime, maxTime, avgTime } = figuresOf(known);
  return [
    { label: 'Packets Transmitted', value: String(packetsTransmitted), mono: true },
    { label: 'Packets Received', value: String(packetsReceived), mono: true },
    { label: 'Packet Loss', value: `${packetLoss}%`, mono: true },
    { label: 'Min Time', value: inMs(minTime), mono: true },
    { label: 'Max Time', value: inMs(maxTime), mono: true },
    { label: 'Avg Time', value: inMs(avgTime), mono: true },
    { label: 'Jitter', value: inMs(jitterOf(known)), mono: true },
  ];
}

/** What else happened to the packets, a sentence each. */
export function remarks({ packets, duplicates, late, method }: PingKnown): string[] {
  const counted = (count: number, one: string, more: string) => (count === 0 ? [] : [count === 1 ? one : more]);
  return [
    ...errorRemarks(packets),
    ...(late === 0 ? silenceRemark(packets) : []),
    ...counted(duplicates, 'One answer came twice.', `${duplicates} answers came more than once.`),
    ...counted(
      late,
      'One reply came after more than two seconds and counts as lost.',
      `${late} answers came after more than two seconds and count as lost.`,
    ),
    ...(method === 'tcp' ? ['Not measured by ICMP: these are the times of TCP handshakes.'] : []),
  ];
}

/** Nothing came back at all, not even a word from the way: what that can mean, and what it does not prove. */
function silenceRemark(packets: PingKnown['packets']): string[] {
  const isSilent = packets.every(({ isSettled, timeMs, error }) => isSettled && timeMs === null && error === null);
  if (!isSilent || packets.length < COUNT) return [];
  return ['No reply. The host may be down, or behind a firewall that drops pings.'];
}

/** One sentence for all packets of which the same was said. */
function errorRemarks(packets: PingKnown['packets']): string[] {
  const said = new Map<string, string[]>();
  for (const { seq, error } of packets) {
    if (error === null) continue;
    const text = error.router === null ? error.meaning : `${error.meaning}, says ${error.router}`;
    said.set(text, [...(said.get(text) ?? []), `#${seq}`]);
  }
  const named = (seqs: readonly string[]) => (seqs.length === COUNT ? 'Every packet' : seqs.join(' '));
  return [...said].map(([text, seqs]) => `${named(seqs)}: ${text}`);
}
