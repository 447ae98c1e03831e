import { counted } from '@sonde/contract/text/counted';

const DAY_MS = 86_400_000;

export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** The validity period of a certificate; null if either end is missing or not a time. */
export function periodOf(validFrom: string | null, validUntil: string | null): Period | null {
  const [from, until] = [new Date(validFrom ?? ''), new Date(validUntil ?? '')];
  return Number.isNaN(from.getTime()) || Number.isNaN(until.getTime()) ? null : { from, until };
}

/** Whole days between now and the end, in either direction. */
export function daysToEnd({ until }: Period, now: Date): number {
  return daysBetween(now, until);
}

/** Whole days between two moments, in either order. */
export function daysBetween(one: Date, other: Date): number {
  return Math.floor(Math.abs(other.getTime() - one.getTime()) / DAY_MS);
}

/**
 * Like the finding `renewal-due`: a warning during the last sixth of the lifetime or the last two weeks, whichever is
 * shorter, so that short-lived certificates do not warn all the time.
 */
export function periodTone({ from, until }: Period, now: Date): 'ok' | 'warn' | 'bad' {
  const left = until.getTime() - now.getTime();
  const lifetime = until.getTime() - from.getTime();
  if (now < from || left < 0) return 'bad';
  return left < Math.min(14 * DAY_MS, lifetime / 6) ? 'warn' : 'ok';
}

/** «38 days left», «expired 2 days ago», «not valid yet». */
export function periodWords(period: Period, now: Date): string {
  const count = daysToEnd(period, now);
  if (period.until < now) return `expired ${count === 0 ? 'less than a day' : counted(count, 'day')} ago`;
  return now < period.from ? 'not valid yet' : `${counted(count, 'day')} left`;
}
