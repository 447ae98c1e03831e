import { counted } from './counted.ts';

const YEAR_MONTHS = 12;

/** The time between two moments in whole years and months, `4 years 8 months`; null if it is less than a year. */
export function yearsUntil(from: Date, until: Date): string | null {
  const months = wholeMonths(from, until);
  if (months < YEAR_MONTHS) return null;
  const rest = months % YEAR_MONTHS;
  const years = counted(Math.floor(months / YEAR_MONTHS), 'year');
  return rest === 0 ? years : `${years} ${counted(rest, 'month')}`;
}

/** Calendar months in UTC. */
export function wholeMonths(from: Date, until: Date): number {
  const months =
    (until.getUTCFullYear() - from.getUTCFullYear()) * YEAR_MONTHS + until.getUTCMonth() - from.getUTCMonth();
  return until.getUTCDate() < from.getUTCDate() ? months - 1 : months;
}
