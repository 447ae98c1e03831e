const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `29 Dec 2026`, in UTC. */
export function formatDay(date: Date): string {
  return day.format(date);
}
