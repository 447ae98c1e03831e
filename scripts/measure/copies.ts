import type { SourceFile } from './source-files.ts';

/** Places with the same lines, one per copy. */
export interface Copy {
  readonly lines: number;
  /** `path:line` of the first line of each place. */
  readonly places: readonly string[];
}

interface Line {
  readonly path: string;
  readonly number: number;
  readonly text: string;
}

/** Lines that carry no meaning of their own, such as brackets. */
const EMPTY = /^[\])}>;,]*$|^'[^']*',?$|^(?:\/\/|\/?\*)/;
const IMPORTS = /^(?:import|export) [^;]*? from '[^']*';$/gm;

/**
 * Runs of at least `minimum` lines that occur in more than one place. Blank lines, comments, imports, brackets, lists
 * of words and indentation are ignored, so that a copy is found even if it was moved into a block or has other
 * comments.
 */
export function copiesIn(files: readonly SourceFile[], minimum: number): Copy[] {
  const byFile = files.map(linesOf);
  const windows = new Map<string, { readonly file: number; readonly at: number }[]>();
  byFile.forEach((lines, file) => {
    for (let at = 0; at + minimum <= lines.length; at += 1) {
      const key = textOf(lines, at, minimum);
      windows.set(key, [...(windows.get(key) ?? []), { file, at }]);
    }
  });
  const copies: Copy[] = [];
  const covered = new Set<string>();
  byFile.forEach((lines, file) => {
    for (let at = 0; at + minimum <= lines.length; at += 1) {
      const same = windows.get(textOf(lines, at, minimum)) ?? [];
      if (same.length < 2 || same[0]?.file !== file || same[0].at !== at || covered.has(`${file}:${at}`)) continue;
      const length = sharedLength(byFile, same, minimum);
      for (const place of same)
        for (let step = 0; step <= length - minimum; step += 1) covered.add(`${place.file}:${place.at + step}`);
      copies.push({ lines: length, places: same.map((place) => placeOf(byFile[place.file]?.[place.at])) });
    }
  });
  return copies.sort((a, b) => b.lines * b.places.length - a.lines * a.places.length);
}

function linesOf({ path, text }: SourceFile): Line[] {
  return text
    .replace(IMPORTS, (lines) => '\n'.repeat(lines.split('\n').length - 1))
    .split('\n')
    .map((line, index) => ({ path, number: index + 1, text: line.trim() }))
    .filter((line) => !EMPTY.test(line.text));
}

const textOf = (lines: readonly Line[], at: number, count: number) =>
  lines
    .slice(at, at + count)
    .map(({ text }) => text)
    .join('\n');

/** For how many lines all places are equal. */
function sharedLength(
  byFile: readonly (readonly Line[])[],
  places: readonly { readonly file: number; readonly at: number }[],
  minimum: number,
): number {
  for (let length = minimum; ; length += 1) {
    const next = new Set(places.map(({ file, at }) => byFile[file]?.[at + length]?.text));
    if (next.size !== 1 || next.has(undefined)) return length;
  }
}

const placeOf = (line: Line | undefined) => (line === undefined ? '' : `${line.path}:${line.number}`);
