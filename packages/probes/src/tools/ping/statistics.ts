import { type PingPacket, type PingResult, pingStatistics, roundMs } from '@sonde/contract';
import type { PingEvent } from '../../net/net.ts';

/** The packets so far and what happened to them. */
export interface Tally {
  readonly packets: PingPacket[];
  duplicates: number;
  late: number;
}

/** A tally without packets. */
export function newTally(): Tally {
  return { packets: [], duplicates: 0, late: 0 };
}

/** Adds one event to the tally. */
export function count(tally: Tally, event: PingEvent): void {
  const { packets } = tally;
  const index = packets.findIndex(({ seq }) => seq === event.seq);
  const packet = packets[index];
  if (event.kind === 'duplicate') tally.duplicates += 1;
  else if (event.kind === 'late') tally.late += 1;
  else if (event.kind === 'sent') packets.push({ seq: event.seq, timeMs: null, ttl: null, error: null });
  else if (event.kind === 'reply' && packet)
    packets[index] = {
      ...packet,
      timeMs: roundMs(event.timeMs),
      ttl: event.ttl,
      ...('repliedBy' in event && { repliedBy: event.repliedBy }),
    };
  else if (event.kind === 'error' && packet)
    packets[index] = { ...packet, error: { meaning: event.meaning, router: event.router } };
}

type Summary = Pick<PingResult, 'roundTripTime' | 'ttl' | 'statistics' | 'packets' | 'duplicates' | 'late'>;

/** The statistics of a ping; times only of packets received within the timeout. */
export function summarise({ packets, duplicates, late }: Tally): Summary {
  const statistics = pingStatistics(packets);
  const ttl = packets.findLast((packet) => packet.ttl !== null)?.ttl ?? null;
  return { roundTripTime: statistics.avgTime, ttl, statistics, packets: [...packets], duplicates, late };
}
