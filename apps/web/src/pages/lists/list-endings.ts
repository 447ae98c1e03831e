import type { ToolId } from '@sonde/contract';
import { endingsOf } from '@sonde/contract/answers/endings';
import { daysBetween } from '@sonde/contract/finding/ending/findings';
import { formatUtc } from '@sonde/contract/text/format-utc';

/** When what was asked for ends, in a list of a tool whose answers have an end. */
export const ENDING_COLUMNS = ['Expires', 'Days left'] as const;

/** In «Days left». */
export const EXPIRED = 'Expired';
const NOT_MEASURED = 'Not measured';

/** The cells of `ENDING_COLUMNS` for an answer; null if there is none, or none yet. */
export function endingCells(tool: ToolId, answer: Readonly<Record<string, unknown>> | null): readonly [string, string] {
  // The first one is the certificate, or the registration, of the target itself.
  const ends = (answer === null ? undefined : endingsOf(tool, answer)[0]?.ends) ?? null;
  const checkedAt = answer?.['checkedAt'];
  const days = ends === null || typeof checkedAt !== 'string' ? null : daysBetween(checkedAt, ends);
  if (ends === null || days === null) return ['', NOT_MEASURED];
  return [formatUtc(ends), days < 0 ? EXPIRED : String(days)];
}

/** Rows whose cell in this column is the earliest time come first; those without a time are last, in their own order. */
export function soonestFirst(rows: readonly (readonly string[])[], column: number): readonly (readonly string[])[] {
  // Times in UTC, written as `2027-02-17 20:22:06 UTC`, sort as texts.
  const timeOf = (row: readonly string[]) => row[column] || '~';
  return rows.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0));
}
