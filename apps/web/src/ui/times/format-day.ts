// In this folder: times and durations.
import { dayInWords } from '@sonde/contract/text/day-in-words';

const DAY_WITHOUT_TIME = /^\d{4}-\d{2}-\d{2}$/;

/** `30 Dec 2026` in the visitor's time zone, followed by the day in UTC if that differs: `(29 Dec 2026 UTC)`. */
export function formatDay(date: Date): string {
  const local = dayInWords(localDayInUtc(date));
  const utc = dayInWords(date);
  return local === utc ? utc : `${local} (${utc} UTC)`;
}

/** The same for an ISO 8601 text. A day without a time has no zone and stays unchanged. */
export function formatDayOf(iso: string): string {
  return DAY_WITHOUT_TIME.test(iso) ? dayInWords(new Date(iso)) : formatDay(new Date(iso));
}

/** Midnight in UTC of the visitor's day. Not by `Date.UTC`, which reads the years before 100 as those since 1900. */
function localDayInUtc(date: Date): Date {
  return new Date(new Date(0).setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate()));
}
