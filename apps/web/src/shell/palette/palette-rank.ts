/** How well a text fits what is sought: the smaller, the better. */
export type Rank = (typeof RANKS)[number];

const RANKS = [0, 1, 2, 3, 4, 5] as const;
/** The last one. */
export const WORST: Rank = 5;

export interface Ranked {
  /** The name in the list, and further ones of equal weight. */
  readonly names: readonly string[];
  /** Further words by which it is found. */
  readonly words: string;
}

/**
 * How well something fits: its whole name; whole words of its names; the beginnings of such words; whole words by which it is
 * found; their beginnings (`name serv` is in `name server`); the middle of a word. Null if it does not fit.
 */
export function ranker(sought: string): (ranked: Ranked) => Rank | null {
  const parts = sought.split(/\s+/);
  return ({ names, words }) => {
    const lowerNames = names.map((name) => name.toLowerCase());
    const all = ` ${lowerNames.join(' ')} ${words.toLowerCase()} `;
    const haveAll = (text: string, before: string, after: string) =>
      parts.every((part) => text.includes(`${before}${part}${after}`));
    if (lowerNames.includes(sought)) return 0;
    if (lowerNames.some((name) => haveAll(` ${name} `, ' ', ' '))) return 1;
    if (lowerNames.some((name) => haveAll(` ${name}`, ' ', ''))) return 2;
    if (haveAll(all, ' ', ' ')) return 3;
    if (haveAll(all, ' ', '')) return 4;
    return all.includes(sought) ? WORST : null;
  };
}

/** What fits, best first; equals keep their order. */
export function ranked<T>(items: readonly T[], rankOf: (item: T) => Rank | null): { item: T; rank: Rank }[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(item);
      return rank === null ? [] : [{ item, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}
