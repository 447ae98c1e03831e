import type { ListedLookup } from '@sonde/contract/lists/list-calls';
import { daysLeft } from '@sonde/contract/lists/list-outcome';
import { formatUtc } from '@sonde/contract/text/format-utc';

/** In «Days left». */
export const EXPIRED = 'Expired';
const NOT_MEASURED = 'Not measured';

/** The cells of `expiryColumns` for a lookup that has ended; empty for what does not expire. */
export function expiryCells(lookup: Pick<ListedLookup, 'measuredAt' | 'expiresAt'>): readonly [string, string] {
  const { expiresAt } = lookup;
  if (expiresAt === undefined) return ['', ''];
  const days = daysLeft(lookup);
  if (expiresAt === null || days === null) return ['', NOT_MEASURED];
  return [formatUtc(expiresAt), days < 0 ? EXPIRED : String(days)];
}

const SOON_DAYS = 30;

/**
 * `1 has expired, 2 expire within 30 days, 40 later.`; empty as long as no end is known.
 * @param left the cells of «Days left»
 */
export function expirySummary(left: readonly string[]): string {
  const days = left.flatMap((cell) => (/^\d+$/.test(cell) ? Number(cell) : []));
  const soon = days.filter((one) => one <= SOON_DAYS).length;
  const parts = [
    [left.filter((cell) => cell === EXPIRED).length, 'has expired', 'have expired'],
    [soon, `expires within ${SOON_DAYS} days`, `expire within ${SOON_DAYS} days`],
    [days.length - soon, 'later', 'later'],
  ] as const;
  const said = parts.flatMap(([count, one, several]) => (count === 0 ? [] : `${count} ${count === 1 ? one : several}`));
  return said.length === 0 ? '' : `${said.join(', ')}.`;
}

/**
 * Rows with the earliest time come first; those without a time are last, in their own order.
 * @param timeOf times of all rows in the same form, in UTC with the year first, so that they sort as texts.
 */
export function soonestFirst<T>(rows: readonly T[], timeOf: (row: T) => string | null | undefined): readonly T[] {
  const keyOf = (row: T) => timeOf(row) || '~';
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
