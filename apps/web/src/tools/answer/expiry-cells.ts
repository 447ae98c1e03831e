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

/**
 * Rows with the earliest time come first; those without a time are last, in their own order.
 * @param timeOf times of all rows in the same form, in UTC with the year first, so that they sort as texts.
 */
export function soonestFirst<T>(rows: readonly T[], timeOf: (row: T) => string | null | undefined): readonly T[] {
  const keyOf = (row: T) => timeOf(row) || '~';
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
