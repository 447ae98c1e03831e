// lists/: lists of targets that are looked up with one or several tools. No tool is named here.
import { readPasted } from '../targets/pasted.ts';
import { type ListTarget, readListTarget } from './list-target.ts';
import { rowsOf } from './records.ts';

/** The maximum number of targets in a list. */
export const MAX_LIST_TARGETS = 1_000;
const MAX_SHOWN = 60;
/** How many cells of a row may be searched for its target: a table has fewer columns before it. */
const MAX_CELLS = 100;

/** A line without a target. Lines are counted from 1, as in editors. */
export interface BadLine {
  readonly line: number;
  /** The beginning of the line. */
  readonly text: string;
}

export interface ReadList {
  /** In canonical form, without duplicates, in the order of the lines. */
  readonly targets: readonly ListTarget[];
  readonly badLines: readonly BadLine[];
}

/**
 * Reads the targets of a text: one per line, or a table with commas, semicolons or tabs between its cells. In each row, the
 * first cell that is a target counts; if the first row is a heading, only the column of targets counts, so that a name such
 * as `web.server` is not taken for a target. For a URL, its host is the target. Rows without any text, with which
 * spreadsheets fill up tables, are skipped.
 * @param limit with more targets, or more lines without one, reading ends: whoever called refuses the list anyway.
 */
export function readList(text: string, limit = Number.POSITIVE_INFINITY): ReadList {
  const targets = new Map<string, ListTarget>();
  const badLines: BadLine[] = [];
  let column: number | null = null;
  for (const { line, cells, text: row } of rowsOf(text)) {
    if (targets.size > limit || badLines.length > limit) break;
    if (column === null) {
      column = firstTarget(cells) === null ? headingIn(cells) : -1;
      if (column !== -1) continue;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    const target = firstTarget(column === -1 ? cells : cells.slice(column, column + 1));
    if (target !== null) targets.set(target.target, target);
    else badLines.push({ line, text: row.trim().slice(0, MAX_SHOWN) });
  }
  return { targets: [...targets.values()], badLines };
}

function firstTarget(cells: readonly string[]): ListTarget | null {
  for (const cell of cells.slice(0, MAX_CELLS)) {
    // Without the apostrophe that prevents spreadsheets from evaluating a cell.
    const text = cell.trim().replace(/^'/, '');
    const target = readListTarget(/^https?:\/\//i.test(text) ? (readPasted(text)?.host ?? '') : text);
    if (target !== null) return target;
  }
  return null;
}

/** In order of preference. */
const HEADINGS = [
  ...['target', 'targets', 'domain', 'domains', 'domain name', 'fqdn', 'host', 'hosts', 'hostname', 'host name'],
  ...['ip', 'ip address', 'address', 'url', 'website', 'name', 'names'],
];

/** The column of targets; -1 if no heading names it. */
function headingIn(cells: readonly string[]): number {
  const headings = cells.map((cell) => cell.trim().toLowerCase());
  const found = HEADINGS.find((heading) => headings.includes(heading));
  return found === undefined ? -1 : headings.indexOf(found);
}
