/** What is known about the order of day and month in dates such as `03/10/1991` and `03-10-1991`. */
export type NumericDates = 'unknown' | 'day-first' | 'month-first';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';
const TIME = '(?:(?:\\s+at|[t\\s])\\s*(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d+)?)?)?';
const ZONE =
  '\\s*(?<zone>z|\\(?(?:utc|gmt)\\s*(?:[+-]\\d{1,2}(?::?\\d{2})?)?\\)?|\\(?(?:jst|kst|cet|cest|msk|eet|eest|est|edt)\\)?|[+-]\\d{2}(?::?\\d{2})?)?';

/** How registries write a date whose order is certain. In dates with dots the day comes first. */
const DAYS = [
  '(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})',
  '(?<year>\\d{4})\\.\\s?(?<month>\\d{1,2})\\.\\s?(?<day>\\d{1,2})\\.?',
  '(?<year>\\d{4})/(?<month>\\d{1,2})/(?<day>\\d{1,2})',
  '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})',
  `(?<year>\\d{4})-${MONTH}-(?<day>\\d{1,2})\\.?`,
  '(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.\\s?(?<year>\\d{4})',
  `(?:${WEEKDAY},?\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th)?[-\\s.]${MONTH}[-\\s.,]+(?<year>\\d{4})`,
  `(?:${WEEKDAY},?\\s+)?${MONTH}\\s+(?<day>\\d{1,2}),?\\s+(?<year>\\d{4})`,
];
// Half of the day may follow (.bn), a change number (registro.br), a remark in brackets, or an unknown time zone (.cl).
const END = '(?:[ap]m|\\s+(?:[#(].*|[a-z]{2,5}))?$';
const FORMS = DAYS.map((day) => new RegExp(`^${day}${TIME}${ZONE}${END}`, 'i'));
/** `03/10/1991`, `03-10-1991`: which number is the day depends on the server. */
const NUMERIC = new RegExp(
  `^(?<first>\\d{1,2})(?<mark>[/-])(?<other>\\d{1,2})\\k<mark>(?<year>\\d{4})${TIME}${ZONE}${END}`,
  'i',
);
/** `Wed Aug 13 04:00:00 UTC 2027`, the format of asctime() in C. */
const ASCTIME = new RegExp(`^[a-z]{3}\\s+${MONTH}\\s+(?<day>\\d{1,2})${TIME}${ZONE}\\s+(?<year>\\d{4})$`, 'i');

const zoneHours: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  jst: 9,
  kst: 9,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  est: -5,
  edt: -4,
};
const MINUTE_MS = 60_000;
/** The oldest domains are from 1985; earlier dates are placeholders such as 0001-01-01. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2200];

/**
 * A registry's date in ISO 8601: `2027-08-13T04:00:00Z` if time and time zone are given, otherwise only the day, since a
 * time without a zone is ambiguous. Null for anything that is not a date, and for dates such as `03/10/1991` unless
 * `order` says which number is the day, or only one of them can be the month.
 */
export function readDate(text: string, order: NumericDates = 'unknown'): string | null {
  const short = text.trim().slice(0, 60);
  const groups =
    [...FORMS, ASCTIME].map((form) => form.exec(short)?.groups).find(Boolean) ?? numericGroups(short, order);
  if (groups === undefined) return null;
  const { year, month, name, day, hour, minute, second = '0', zone } = groups;
  const monthNumber = name === undefined ? Number(month) : MONTHS.indexOf(name.toLowerCase()) + 1;
  const dayText = isoDay(Number(year), monthNumber, Number(day));
  const offset = zone === undefined ? null : offsetMinutes(zone);
  if (dayText === null || hour === undefined || offset === null) return dayText;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return dayText;
  const [y = 0, m = 1, d = 1] = dayText.split('-').map(Number);
  const atMs = Date.UTC(y, m - 1, d, Number(hour), Number(minute), Number(second)) - offset * MINUTE_MS;
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

type Groups = Record<string, string>;

function numericGroups(text: string, known: NumericDates): Groups | undefined {
  const { first = '', other = '', ...rest } = NUMERIC.exec(text)?.groups ?? {};
  const order = orderIn(first, other) ?? known;
  if (first === '' || order === 'unknown') return undefined;
  const [day, month] = order === 'day-first' ? [first, other] : [other, first];
  return { ...rest, day, month } as Groups;
}

/** The order that a date reveals, because only one of its numbers can be a month. */
function orderIn(first: string, second: string): NumericDates | null {
  if (Number(first) > 12 && Number(second) <= 12) return 'day-first';
  return Number(second) > 12 && Number(first) <= 12 ? 'month-first' : null;
}

/** The order of day and month that the dates of one reply reveal: a server writes all of them alike. */
export function orderOfDates(texts: readonly string[]): NumericDates {
  const orders = texts.flatMap((text) => {
    const { first = '', other = '' } = NUMERIC.exec(text.trim().slice(0, 60))?.groups ?? {};
    return first === '' ? [] : (orderIn(first, other) ?? []);
  });
  const [one = 'unknown'] = orders;
  return orders.every((order) => order === one) ? one : 'unknown';
}

function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= FIRST_YEAR && year <= LAST_YEAR ? date.toISOString().slice(0, 10) : null;
}

/** Minutes east of Greenwich. */
function offsetMinutes(text: string): number | null {
  const plain = text.toLowerCase().replace(/[()\s]/g, '');
  const named = zoneHours[plain];
  if (named !== undefined) return named * 60;
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/.exec(plain) ?? [];
  if (sign === undefined) return null;
  const offset = Number(hours) * 60 + Number(minutes);
  if (offset > 14 * 60) return null;
  return sign === '-' ? -offset : offset;
}
