const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;

/**
 * `30 Dec 2026`, in UTC; empty for what is no time. Not by `Intl.DateTimeFormat`, the first of which takes a phone a tenth of
 * a second.
 */
export function dayInWords(date: Date): string {
  const month = months[date.getUTCMonth()];
  return month === undefined ? '' : `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
}
