// In this folder: times and durations.
const look = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const DAY_WITHOUT_TIME = /^\d{4}-\d{2}-\d{2}$/;

/** `30 Dec 2026` in the visitor's time zone, followed by the day in UTC if that differs: `(29 Dec 2026 UTC)`. */
export function formatDay(date: Date): string {
  const local = new Intl.DateTimeFormat('en-GB', look).format(date);
  const utc = utcDay(date);
  return local === utc ? utc : `${local} (${utc} UTC)`;
}

/** The same for an ISO 8601 text. A day without a time has no zone and stays unchanged. */
export function formatDayOf(iso: string): string {
  return DAY_WITHOUT_TIME.test(iso) ? utcDay(new Date(iso)) : formatDay(new Date(iso));
}

function utcDay(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { ...look, timeZone: 'UTC' }).format(date);
}
