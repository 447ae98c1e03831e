import type { SourceFile } from './source-files.ts';

/** Words that the glossary gives one meaning, or replaces by another word. */
const WATCHED_WORDS = [
  ...['answer', 'flight', 'found', 'kept', 'lane', 'line', 'manners', 'means', 'outcome'],
  ...['pace', 'part', 'patience', 'surroundings', 'turn', 'verdict'],
];

/** Where a word is declared: in names of types and files. */
export interface WordUse {
  readonly word: string;
  readonly types: readonly string[];
  readonly files: readonly string[];
}

/** A name after `type` alone may also be one of several imported names. */
const TYPE = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:(?:interface|class) (\w+)|type (\w+)(?:<[^;{}]*?>)?\s*=)/gm;

/** Names of types that a file declares. */
export function typeNames(text: string): string[] {
  return [...text.matchAll(TYPE)].map(([, name, alias = '']) => name ?? alias);
}

export function wordUses(files: readonly SourceFile[], words: readonly string[] = WATCHED_WORDS): WordUse[] {
  return words.map((word) => ({
    word,
    types: files.filter(({ text }) => typeNames(text).some((name) => name.toLowerCase() === word)).map(pathOf),
    files: files.filter(({ path }) => (path.split('/').at(-1) ?? '').split(/[-.]/).includes(word)).map(pathOf),
  }));
}

/** Type names that several files declare for different things; the most frequent first. */
export function sharedTypeNames(files: readonly SourceFile[]): { name: string; files: string[] }[] {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const name of typeNames(text)) places.set(name, (places.get(name) ?? new Set()).add(path));
  return [...places]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => ({ name, files: [...paths] }))
    .sort((a, b) => b.files.length - a.files.length);
}

const pathOf = ({ path }: SourceFile) => path;
