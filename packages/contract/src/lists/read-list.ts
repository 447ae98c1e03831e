// In this folder: lists of targets, which are looked up one after the other with one tool or several. No tool is named here.
import { readTarget, type Target } from '../targets/target-kinds.ts';

/** The longest list. */
export const MAX_LIST_TARGETS = 1_000;
const MAX_SHOWN = 60;

/** A line in which nothing is a target. Lines are counted from 1, as editors do. */
export interface BadLine {
  readonly line: number;
  /** The beginning of the line. */
  readonly text: string;
}

export interface ReadList {
  /** In canonical form, each once, in the order of the lines. */
  readonly targets: readonly Target[];
  readonly badLines: readonly BadLine[];
}

/**
 * The targets of a text: one a line, or a table with commas, semicolons or tabs between its cells, of which the first that
 * is a target counts. Empty lines, and lines that begin with `#`, are left out, and so is a first line of headings.
 */
export function readList(text: string): ReadList {
  const targets = new Map<string, Target>();
  const badLines: BadLine[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const cells = cellsOf(line);
    const target = firstTarget(cells);
    if (target !== null) targets.set(target.target, target);
    else if (!(isFirst && isHeading(cells))) badLines.push({ line: index + 1, text: line.trim().slice(0, MAX_SHOWN) });
    isFirst = false;
  }
  return { targets: [...targets.values()], badLines };
}

/** Cells of RFC 4180, without the apostrophe that keeps a spreadsheet from running one. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"|([^,;\t]+)/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim().replace(/^'/, ''),
  );
}

function firstTarget(cells: readonly string[]): Target | null {
  for (const cell of cells) {
    const target = readTarget(cell);
    if (target !== null) return target;
  }
  return null;
}

const HEADINGS = [
  'domain',
  'domains',
  'host',
  'hostname',
  'hosts',
  'name',
  'target',
  'targets',
  'ip',
  'address',
  'url',
];

const isHeading = (cells: readonly string[]) => cells.some((cell) => HEADINGS.includes(cell.toLowerCase()));
