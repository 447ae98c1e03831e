import type { WatchAt, WatchedValue } from '@sonde/contract/watch/watch';

type FactsAt = WatchAt['facts'];

/** Hexadecimal digits of at least 16 octets, with or without colons: a fingerprint or a serial number. */
const OCTETS = /^(?:[\da-f]{2}:?){16,}$/;
const TIME = /^(\d{4}-\d\d-\d\d)t[\d:.]+z$/;
/** Around a word: quotation marks, brackets, and what ends a clause. */
const EDGES = /^["'“”‘’([{]+|["'“”‘’)\]},;.:]+$/g;

/** The words of a text, as they are compared: however an answer writes a fingerprint, a time or a name. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => {
      const bare = word.replace(EDGES, '');
      return OCTETS.test(bare) ? bare.replaceAll(':', '') : (TIME.exec(bare)?.[1] ?? bare);
    })
    .filter((word) => word !== '');
}

/** The words that facts have at one moment and not at the other. Facts known at one of them only do not differ. */
export function differingWords(one: FactsAt, other: FactsAt): ReadonlySet<string> {
  const paths = Object.keys(one).filter((path) => Object.hasOwn(other, path));
  return new Set(
    paths.flatMap((path) => {
      if (one[path] === true && other[path] !== true) return wordsOf(path.split('/').at(-1) ?? '');
      const others = new Set(wordsOfValue(other[path]));
      return wordsOfValue(one[path]).filter((word) => !others.has(word));
    }),
  );
}

function wordsOfValue(value: WatchedValue | undefined): readonly string[] {
  // What is true is shown by its name.
  if (value === undefined || value === null || typeof value === 'boolean') return [];
  return (Array.isArray(value) ? value : [String(value)]).flatMap(wordsOf);
}
