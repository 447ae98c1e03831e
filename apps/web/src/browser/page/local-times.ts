/** The format of `formatUtc`. */
const UTC_TIME = /\b(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC\b/g;

const two = (number: number) => String(number).padStart(2, '0');

/**
 * Rewrites the times in a text to the visitor's time zone, followed by UTC: `2026-12-30 00:59:59 +01:00 (2026-12-29
 * 23:59:59 UTC)`. Dates without a time stay unchanged.
 */
export function withLocalTimes(text: string): string {
  return text.replace(UTC_TIME, (utc, day: string, time: string) => {
    const local = localTime(new Date(`${day}T${time}Z`));
    return local === null ? utc : `${local} (${utc})`;
  });
}

/** Null if it equals UTC or is not a time. */
function localTime(date: Date): string | null {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0 || Number.isNaN(minutes)) return null;
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const offset = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${day} ${time} ${minutes < 0 ? '-' : '+'}${offset}`;
}
