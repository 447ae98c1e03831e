import { counted } from '../../ui/counted.ts';
import { formatDay } from '../../ui/format-day.ts';

const DAY_MS = 86_400_000;

export interface Figure {
  readonly value: string;
  readonly label: string;
}

/** How long ago, in the largest unit that has passed once: `31 years`, since `14 Aug 1995`. */
export function ageFigure(created: string, now: Date): Figure {
  const from = new Date(created);
  const months = (now.getUTCFullYear() - from.getUTCFullYear()) * 12 + now.getUTCMonth() - from.getUTCMonth();
  const whole = now.getUTCDate() < from.getUTCDate() ? months - 1 : months;
  const value =
    whole >= 12
      ? counted(Math.floor(whole / 12), 'year')
      : whole >= 1
        ? counted(whole, 'month')
        : counted(Math.max(0, daysBetween(from, now)), 'day');
  return { value, label: `since ${formatDay(from)}` };
}

/** How long still: `265 days`, until `13 Aug 2027`; or that it is over. */
export function expiryFigure(expires: string, now: Date): Figure {
  const until = new Date(expires);
  const left = daysBetween(now, until);
  if (until < now) return { value: 'Expired', label: `on ${formatDay(until)}` };
  return { value: counted(left, 'day'), label: `until ${formatDay(until)}` };
}

function daysBetween(from: Date, until: Date): number {
  return Math.floor((until.getTime() - from.getTime()) / DAY_MS);
}
