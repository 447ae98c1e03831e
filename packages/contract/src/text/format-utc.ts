// text/: formats values of answers for readers, the same in every app.
/** Formats an ISO 8601 time as `2026-12-29 23:59:59 UTC`; any other text is returned unchanged. */
export function formatUtc(iso: string): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(iso) ?? [];
  return date === undefined ? iso : `${date} ${time} UTC`;
}
