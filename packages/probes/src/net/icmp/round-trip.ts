import type { ClockTime } from './libc.ts';

/** When a packet was sent, by the kernel's clock and by the process's. */
export interface SentAt {
  readonly sentAt: ClockTime;
  readonly sentAtMs: number;
}

/** The round trip from the kernel's time stamps, unless the clock was set in between; in milliseconds. */
export function roundTripMs({ sentAt, sentAtMs }: SentAt, receivedAt: ClockTime | null): number {
  const passedMs = performance.now() - sentAtMs;
  if (receivedAt === null) return passedMs;
  const ms = (receivedAt.seconds - sentAt.seconds) * 1e3 + (receivedAt.nanoseconds - sentAt.nanoseconds) / 1e6;
  return ms >= 0 && ms <= passedMs + 1 ? ms : passedMs;
}
