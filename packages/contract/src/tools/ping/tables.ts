import { jitterOf, pingStatistics } from '../../ping-statistics.ts';
import type { Reading } from '../../reading.ts';
import { factTable, type LabelledValue, type Table } from '../../table/table.ts';
import { formatMs } from '../../text/format-ms.ts';
import { knownWord } from '../../text/known-word.ts';
import type { PingStatistics, ping } from './contract.ts';

type Answer = Reading<typeof ping.answer>;

/** What is known about a ping, during and after it. */
export interface PingKnown {
  readonly host: string;
  readonly address: string | null;
  readonly method: Answer['method'];
  readonly packetSize: number | null;
  /** The packets sent so far. */
  readonly packets: readonly KnownPacket[];
  readonly duplicates: number;
  readonly late: number;
  /** The server's own figures; null until they arrive, and if the ping was cancelled. */
  readonly summary: Pick<Answer, 'statistics' | 'roundTripTime' | 'ttl'> | null;
}

type Packet = Answer['packets'][number];

export interface KnownPacket extends Packet {
  /** False while a reply may still arrive. */
  readonly isSettled: boolean;
}

export function knownOf(answer: Answer): PingKnown {
  const { host, address, method, packetSize, duplicates, late } = answer;
  const packets = answer.packets.map((packet) => ({ ...packet, isSettled: true }));
  return { host, address, method, packetSize, packets, duplicates: duplicates ?? 0, late: late ?? 0, summary: answer };
}

/** The headings of the specification, verbatim. */
export const pingTexts = { connection: 'Connection Details', statistics: 'Statistics' } as const;

/** The tables of a complete answer, or of what a cancelled ping has measured. */
export function pingTables(known: PingKnown): readonly Table[] {
  const packets = known.packets.map(({ seq, timeMs, ttl, error, repliedBy }) =>
    [seq, timeMs, ttl, error?.meaning ?? (repliedBy === undefined ? null : OTHER), error?.router ?? repliedBy].map(
      (cell) => String(cell ?? ''),
    ),
  );
  return [
    factTable(pingTexts.connection, connectionFacts(known), ''),
    factTable(pingTexts.statistics, statisticsFacts(known), ''),
    { title: 'Packets', columns: ['Packet', 'Time (ms)', 'TTL', 'Error', 'Router'], rows: packets },
  ];
}

/**
 * The server's statistics. Before they arrive, those of the packets so far, in which a pending packet counts as
 * transmitted, but neither as received nor as lost.
 */
export function figuresOf({ packets, summary }: PingKnown): PingStatistics {
  if (summary !== null) return summary.statistics;
  const settled = packets.filter(({ isSettled }) => isSettled);
  return { ...pingStatistics(settled), packetsTransmitted: packets.length };
}

const OTHER = 'Replied by another address';
const inMs = (ms: number | null) => (ms === null ? null : formatMs(ms));
const methods = { icmp: 'ICMP echo', tcp: 'TCP handshake, port 443 or 80' } as const;

export function connectionFacts(known: PingKnown): readonly LabelledValue[] {
  const { host, address, method, packetSize, packets, summary } = known;
  const last = packets.findLast((packet) => packet.ttl !== null);
  const { roundTripTime, ttl } = summary ?? { roundTripTime: figuresOf(known).avgTime, ttl: last?.ttl ?? null };
  return [
    { label: 'Host', value: host, mono: true },
    { label: 'IP Address', value: address, mono: true },
    { label: 'Round Trip Time', value: inMs(roundTripTime), mono: true },
    { label: 'TTL', value: ttl === null ? null : String(ttl), mono: true },
    { label: 'Packet Size', value: packetSize === null ? null : `${packetSize} bytes`, mono: true },
    { label: 'Measured By', value: method === null ? null : knownWord(methods, method, method), mono: false },
  ];
}

export function statisticsFacts(known: PingKnown): readonly LabelledValue[] {
  const { packetsTransmitted, packetsReceived, packetLoss, minTime, maxTime, avgTime } = figuresOf(known);
  return [
    { label: 'Packets Transmitted', value: String(packetsTransmitted), mono: true },
    { label: 'Packets Received', value: String(packetsReceived), mono: true },
    { label: 'Packet Loss', value: `${packetLoss}%`, mono: true },
    { label: 'Min Time', value: inMs(minTime), mono: true },
    { label: 'Max Time', value: inMs(maxTime), mono: true },
    { label: 'Avg Time', value: inMs(avgTime), mono: true },
    { label: 'Jitter', value: inMs(jitterOf(known.packets)), mono: true },
  ];
}
