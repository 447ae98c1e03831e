import { counted } from '@sonde/contract/text/counted';
import { wholeMonths, yearsUntil } from '@sonde/contract/text/years-until';
import { formatDayOf } from '../../ui/times/format-day.ts';

const DAY_MS = 86_400_000;

export interface Figure {
  readonly value: string;
  readonly label: string;
}

/** How long ago, in the largest whole unit: `31 years`, since `14 Aug 1995`. */
export function ageFigure(created: string, now: Date): Figure {
  const from = new Date(created);
  const months = wholeMonths(from, now);
  const value =
    months >= YEAR_MONTHS
      ? counted(Math.floor(months / YEAR_MONTHS), 'year')
      : months >= 1
        ? counted(months, 'month')
        : counted(Math.max(0, daysBetween(from, now)), 'day');
  return { value, label: `since ${formatDayOf(created)}` };
}

/** How long until `13 Aug 2027`: `265 days`, or from one year on `4 years 8 months`; or that it has passed. */
export function expiryFigure(expires: string, now: Date): Figure {
  const until = new Date(expires);
  if (until < now) return { value: 'Expired', label: `on ${formatDayOf(expires)}` };
  const value = yearsUntil(now, until) ?? counted(daysBetween(now, until), 'day');
  return { value, label: `until ${formatDayOf(expires)}` };
}

const YEAR_MONTHS = 12;

function daysBetween(from: Date, until: Date): number {
  return Math.floor((until.getTime() - from.getTime()) / DAY_MS);
}
