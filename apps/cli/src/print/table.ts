import { printable } from './printable.ts';
import { padTo, widthOf, wrap, wrapBehind } from './width.ts';

/** Printed for a missing value. */
export const NONE = '–';

const COLUMN_GAP = '  ';
/** Columns that would have to be narrower than this are printed row by row instead. */
const MIN_COLUMN = 14;

type Rows = readonly (readonly string[])[];

/**
 * Rows under their titles, no line wider than `columns`. Each column is as wide as its widest cell; where that is too much,
 * the wide ones are wrapped, and where they would become too narrow every row is a list of its cells with their titles.
 */
export function renderTable(titles: readonly string[], rows: Rows, columns: number): string[] {
  const shownTitles = titles.map(printable);
  const shownRows = rows.map((row) => titles.map((_, column) => printable(row[column] ?? '')));
  const natural = titles.map((_, at) => Math.max(...[shownTitles, ...shownRows].map((row) => widthOf(row[at] ?? ''))));
  const widths = fitted(natural, columns - COLUMN_GAP.length * (titles.length - 1));
  if (widths === null) return shownRows.flatMap((row) => listed(shownTitles, row, columns)).slice(0, -1);
  return [shownTitles, ...shownRows].flatMap((row) => wrappedRow(row, widths));
}

/** Names and values side by side, no line wider than `columns`. */
export function renderPairs(pairs: readonly (readonly [string, string])[], columns: number): string[] {
  const shown = pairs.map(([name, value]) => [printable(name), printable(value)] as const);
  const widest = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  const isNarrow = widest + COLUMN_GAP.length + MIN_COLUMN > columns;
  return shown.flatMap(([name, value]) =>
    isNarrow
      ? [...wrap(name.trimEnd(), columns), ...wrapBehind(COLUMN_GAP, value, columns)]
      : wrapBehind(`${padTo(name, widest)}${COLUMN_GAP}`, value, columns).map((line) => line.trimEnd()),
  );
}

/** Widths that fit together: narrow columns keep theirs, the others share what is left. Null where that is too little. */
function fitted(natural: readonly number[], available: number): readonly number[] | null {
  const sorted = natural.toSorted((a, b) => a - b);
  let left = available;
  for (const [index, width] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (width <= share) left -= width;
    else return share < MIN_COLUMN ? null : natural.map((one) => Math.min(one, share));
  }
  return natural;
}

function wrappedRow(cells: readonly string[], widths: readonly number[]): string[] {
  const wrapped = cells.map((cell, column) => wrap(cell, widths[column] ?? 0));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, column) => padTo(lines[line] ?? '', widths[column] ?? 0))
      .join(COLUMN_GAP)
      .trimEnd(),
  );
}

/** Prints one row as a list of its values, followed by an empty line. */
function listed(titles: readonly string[], row: readonly string[], columns: number): string[] {
  // The same width for all rows, whichever titles they need.
  const widest = Math.max(...titles.map(widthOf));
  const pairs = titles.flatMap((title, at): [string, string][] => {
    const cell = row[at] ?? '';
    return cell === '' || cell === NONE ? [] : [[padTo(title, widest), cell]];
  });
  return [...renderPairs(pairs, columns), ''];
}
