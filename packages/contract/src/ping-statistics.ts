/** Round trip times in milliseconds; null without a reply. */
interface PacketStatistics {
  packetsTransmitted: number;
  packetsReceived: number;
  /** In percent. */
  packetLoss: number;
  minTime: number | null;
  maxTime: number | null;
  avgTime: number | null;
}

/** The statistics of a ping. Times come from received replies only; packets count once they are answered or lost. */
export function pingStatistics(packets: readonly { readonly timeMs: number | null }[]): PacketStatistics {
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

/** Rounds to microseconds, the resolution of the clocks. */
export function roundMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Mean difference between the round-trip times of consecutive replies, in milliseconds; null with fewer than two. */
export function jitterOf(packets: readonly { readonly timeMs: number | null }[]): number | null {
  const times = packets.flatMap(({ timeMs }) => timeMs ?? []);
  if (times.length < 2) return null;
  const steps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)));
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}
