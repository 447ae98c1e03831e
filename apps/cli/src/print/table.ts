import { printable } from './printable.ts';

const COLUMN_GAP = '  ';

/** Rows under their titles. Each column is as wide as its widest cell; lines have no trailing spaces. */
export function renderTable(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [titles, ...rows].map((row) => row.map(printable));
  const widths = titles.map((_, column) => Math.max(...lines.map((row) => width(row[column] ?? ''))));
  return lines.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join(COLUMN_GAP)
      .trimEnd(),
  );
}

/** Names and values side by side. */
export function renderPairs(pairs: readonly (readonly [string, string])[]): string[] {
  const widest = Math.max(0, ...pairs.map(([name]) => width(name)));
  return pairs.map(([name, value]) => `${pad(printable(name), widest)}${COLUMN_GAP}${printable(value)}`.trimEnd());
}

const width = (text: string) => [...text].length;
const pad = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - width(text)));
