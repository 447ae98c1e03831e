import type { ClockTime } from './libc.ts';

/** When a packet was sent, by the kernel's clock and by that of the process. */
export interface SentAt {
  readonly sentAt: ClockTime;
  readonly sentAtMs: number;
}

/** The round trip in milliseconds, by the kernel's timestamps unless its clock was set in between. */
export function roundTripMs({ sentAt, sentAtMs }: SentAt, receivedAt: ClockTime | null): number {
  const passedMs = performance.now() - sentAtMs;
  if (receivedAt === null) return passedMs;
  const ms = (receivedAt.seconds - sentAt.seconds) * 1e3 + (receivedAt.nanoseconds - sentAt.nanoseconds) / 1e6;
  return ms >= 0 && ms <= passedMs + 1 ? ms : passedMs;
}
