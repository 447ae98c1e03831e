import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from './subjects.ts';

/** One change of one character in one file. */
export interface Mutant extends Subject {
  /** From the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const FOLDERS = ['apps/web/src', 'apps/api/src', 'packages/contract/src'];
const NOT_SHIPPED = /\/attacks\/|\.test\.tsx?$|\.demo\.tsx$|\/testing\/|\/dist\/|\.md$/;
const SOURCE = /\.(tsx?|css)$/;

/** Every place of the shipped code in which the subject stands, each changed once; none when it stands nowhere. */
export function mutantsOf(root: string, subject: Subject): Mutant[] {
  return sources(root).flatMap(({ file, text }) =>
    placesOf(text, subject.literal).map((at) => ({
      ...subject,
      file,
      line: text.slice(0, at).split('\n').length,
      text: changed(text, at, subject.literal),
    })),
  );
}

const read = new Map<string, { file: string; text: string }[]>();

function sources(root: string) {
  const known = read.get(root);
  if (known !== undefined) return known;
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((file) => SOURCE.test(file) && !NOT_SHIPPED.test(file));
  const all = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  read.set(root, all);
  return all;
}

/** Comments are no code: what stands on a line of them is left out. */
function placesOf(text: string, literal: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (!/^\s*(\/\/|\*|\/\*)/.test(line)) places.push(at);
  }
  return places;
}

/** The last letter or digit before the middle becomes another one. */
function changed(text: string, start: number, literal: string): string {
  const middle = Math.ceil(literal.length / 2);
  const before = [...literal.slice(0, middle)].findLastIndex((letter) => /[\p{L}\d]/u.test(letter));
  const after = [...literal.slice(middle)].findIndex((letter) => /[\p{L}\d]/u.test(letter));
  const offset = before >= 0 ? before : middle + after;
  const letter = literal[offset] ?? '';
  const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'x' ? 'y' : 'x';
  return text.slice(0, start + offset) + other + text.slice(start + offset + 1);
}
