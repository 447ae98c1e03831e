/** `2026-12-29 23:59:59 UTC` of an ISO 8601 time in UTC; any other text as it is. */
export function formatUtc(iso: string): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(iso) ?? [];
  return date === undefined ? iso : `${date} ${time} UTC`;
}
