const DAY_MS = 86_400_000;
const caption = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

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
      ? inWords(Math.floor(whole / 12), 'year')
      : whole >= 1
        ? inWords(whole, 'month')
        : inWords(Math.max(0, daysBetween(from, now)), 'day');
  return { value, label: `since ${caption.format(from)}` };
}

/** How long still: `265 days`, until `13 Aug 2027`; or that it is over. */
export function expiryFigure(expires: string, now: Date): Figure {
  const until = new Date(expires);
  const left = daysBetween(now, until);
  if (until < now) return { value: 'Expired', label: `on ${caption.format(until)}` };
  return { value: inWords(left, 'day'), label: `until ${caption.format(until)}` };
}

function daysBetween(from: Date, until: Date): number {
  return Math.floor((until.getTime() - from.getTime()) / DAY_MS);
}

function inWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
