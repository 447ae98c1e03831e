import { daysBetween } from '../finding/ending/findings.ts';
import { formatUtc } from '../text/format-utc.ts';
import { yearsUntil } from '../text/years-until.ts';

/** A time with the number of days until then, relative to the measurement. */
export function endText(ends: string | null, checkedAt: string | null): string | null {
  if (ends === null) return null;
  const days = checkedAt === null ? null : daysBetween(checkedAt, ends);
  return days === null ? formatUtc(ends) : `${formatUtc(ends)} (${leftText(checkedAt ?? '', ends) ?? daysText(days)})`;
}

/** `4 years 8 months left`, or `79 days left`; null if a date is missing, or if it has ended. */
export function timeLeft(ends: string | null, checkedAt: string | null): string | null {
  const days = ends === null || checkedAt === null ? null : daysBetween(checkedAt, ends);
  if (days === null || days < 0) return null;
  return leftText(checkedAt ?? '', ends ?? '') ?? daysText(days);
}

/** `4 years 8 months left`, from one year on. */
function leftText(checkedAt: string, ends: string): string | null {
  const years = yearsUntil(new Date(checkedAt), new Date(ends));
  return years === null ? null : `${years} left`;
}

function daysText(days: number): string {
  // Days are rounded down, so that a moment ago is -1: less than a day has passed.
  const count = days < 0 ? -days - 1 : days;
  const words = count === 0 ? 'less than a day' : `${count} ${count === 1 ? 'day' : 'days'}`;
  return days < 0 ? `ended ${words} ago` : `${words} left`;
}
