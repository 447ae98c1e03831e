import { readFile } from 'node:fs/promises';
import { buffer as readAll } from 'node:stream/consumers';
import type { ListTarget } from '@sonde/contract/lists/list-target';
import { MAX_LIST_TARGETS, type ReadList, readList } from '@sonde/contract/lists/read-list';
import { decoded } from './decode.ts';

const MAX_SHOWN_LINES = 10;

/** A mistake that the caller has to correct. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}

/** The targets of a list. @throws Misuse for a list with anything else, with none, or with too many. */
export function targetsOf(text: string): readonly ListTarget[] {
  const list = readList(text);
  if (list.badLines.length > 0) throw new Misuse(badLinesText(list));
  if (list.targets.length === 0) throw new Misuse('The list has no targets.');
  if (list.targets.length > MAX_LIST_TARGETS) {
    throw new Misuse(`The list has ${list.targets.length} targets; at most ${MAX_LIST_TARGETS} are looked up at once.`);
  }
  return list.targets;
}

function badLinesText({ badLines }: ReadList): string {
  const first = badLines.slice(0, MAX_SHOWN_LINES).map(({ line, text }) => `  line ${line}: ${JSON.stringify(text)}`);
  const others = badLines.slice(MAX_SHOWN_LINES).map(({ line }) => String(line));
  const more = others.length === 0 ? [] : [`  and lines ${others.join(', ')}`];
  const lines = badLines.length === 1 ? '1 line has' : `${badLines.length} lines have`;
  return [`Nothing was looked up: ${lines} no target.`, ...first, ...more].join('\n');
}

export const shown = (texts: readonly string[]) =>
  texts.length <= MAX_SHOWN_LINES
    ? texts.join(', ')
    : `${texts.slice(0, MAX_SHOWN_LINES).join(', ')} and ${texts.length - MAX_SHOWN_LINES} more`;

/** The text of a file; `-` is standard input. @throws Misuse for one that cannot be read. */
export async function fileText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = file === '-' ? await readAll(process.stdin) : await readFile(file);
  } catch (error) {
    throw new Misuse(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const text = decoded(bytes);
  if (text === null) throw new Misuse(`${file} is neither UTF-8 nor UTF-16: save it as UTF-8.`);
  return text;
}
