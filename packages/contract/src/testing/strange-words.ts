/** A word that no contract has, as a newer server may send it. */
const NEW = 'word-of-a-newer-server';

const words: ReadonlySet<string> = new Set(['verdict', 'outcome', 'reached', 'status', 'state', 'lossIs']);

/** The same value, in which every word for a state is one that this version does not know. */
export function withStrangeWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStrangeWords);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === 'string' && words.has(key) ? NEW : withStrangeWords(one),
    ]),
  );
}
