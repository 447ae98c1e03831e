import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from './subjects.ts';

/** One change of one character in one file. */
export interface Mutant extends Subject {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** The original text, and its replacement. */
  readonly from: string;
  readonly to: string;
  /** Offset in the file. */
  readonly at: number;
  /** The unchanged content of the file. */
  readonly text: string;
}

const FOLDERS = ['apps/web/src', 'apps/api/src', 'packages/contract/src'];
const NOT_SHIPPED = /\/attacks\/|\.test\.tsx?$|\.demo\.tsx$|\/ui\/demo|\/testing\/|\/dist\/|\.md$/;
const SOURCE = /\.(tsx?|css)$/;
const COMMENT = /^\s*(\/\/|\*|\/\*)/;

/** Every occurrence of the subject in shipped code, each changed once; empty if there is none. */
export function mutantsOf(root: string, subject: Subject): Mutant[] {
  const { before, changing, after } = partsOf(subject.literal);
  return sources(root)
    .filter(({ file }) => file.startsWith(subject.under ?? ''))
    .flatMap(({ file, text }) =>
      placesOf(text, before + changing + after).map((place) => {
        const at = place + before.length;
        const to = changed(changing);
        return {
          ...subject,
          file,
          line: text.slice(0, at).split('\n').length,
          from: changing,
          to,
          at,
          text,
        };
      }),
    );
}

function partsOf(literal: string) {
  const [, before = '', changing = literal, after = ''] = /^([^«]*)«([^»]*)»(.*)$/s.exec(literal) ?? [];
  return { before, changing, after };
}

const read = new Map<string, { file: string; text: string }[]>();

function sources(root: string) {
  const known = read.get(root);
  if (known !== undefined) return known;
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((file) => SOURCE.test(file) && !NOT_SHIPPED.test(file));
  const all = files.sort().map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  read.set(root, all);
  return all;
}

/** Skips comment lines, and occurrences that continue as a longer word. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    const isWhole = !goesOn(text, at) && !goesOn(text, at + wanted.length);
    if (isWhole && !COMMENT.test(line)) places.push(at);
  }
  return places;
}

const goesOn = (text: string, at: number) => /^[\p{L}\d_]{2}$/u.test(text.slice(at - 1, at + 1));

/** The opposite boolean, the next number, or the same words with one letter changed near their middle. */
function changed(text: string): string {
  if (text === 'true' || text === 'false') return String(text !== 'true');
  const number = /^([^\d]*(?:[\d_.]*\d)??)(\d)([a-z%]*)$/.exec(text);
  if (number !== null) return `${number[1]}${number[2] === '9' ? 8 : Number(number[2]) + 1}${number[3]}`;
  const middle = Math.ceil(text.length / 2);
  const before = [...text.slice(0, middle)].findLastIndex((letter) => /[\p{L}\d]/u.test(letter));
  const offset = before >= 0 ? before : middle + [...text.slice(middle)].findIndex((one) => /[\p{L}\d]/u.test(one));
  const letter = text[offset] ?? '';
  const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'x' ? 'y' : 'x';
  return text.slice(0, offset) + other + text.slice(offset + 1);
}
