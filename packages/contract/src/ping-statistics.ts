import type { PingStatistics } from './tools/ping.ts';

/** The numbers of a ping, each only from what was received; for packets whose fate is known. */
export function pingStatistics(packets: readonly { readonly timeMs: number | null }[]): PingStatistics {
  const times = packets.flatMap(({ timeMs }) => timeMs ?? []);
  const sum = times.reduce((total, time) => total + time, 0);
  const measured = times.length > 0;
  return {
    packetsTransmitted: packets.length,
    packetsReceived: times.length,
    packetLoss: packets.length === 0 ? 0 : Math.round((1000 * (packets.length - times.length)) / packets.length) / 10,
    minTime: measured ? Math.min(...times) : null,
    maxTime: measured ? Math.max(...times) : null,
    avgTime: measured ? roundMs(sum / times.length) : null,
  };
}

/** To the microsecond: clocks do not tell more. */
export function roundMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
