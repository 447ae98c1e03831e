/** Whose preference decides between suites that both sides support. */
export type CipherOrder = 'server' | 'client';

/** One selection by the server. */
export interface SuiteChoice {
  /** In the order offered. */
  readonly offered: readonly number[];
  readonly picked: number;
}

/** Every selection that a server has made in one version. */
export interface Choices {
  note(choice: SuiteChoice): void;
  /** True when `one` was selected while `other` was offered too. */
  beats(one: number, other: number): boolean;
  /**
   * `server` when the server skipped an accepted suite that was offered before the one it selected; `client` when it always
   * selected the first accepted one, also after two of them had been swapped. Null while the choices show neither.
   */
  orderOf(accepted: readonly number[]): CipherOrder | null;
}

export function createChoices(): Choices {
  const choices: SuiteChoice[] = [];
  const beats = (one: number, other: number) =>
    one !== other && choices.some(({ offered, picked }) => picked === one && offered.includes(other));
  return {
    note: (choice) => void choices.push(choice),
    beats,
    orderOf(accepted) {
      const isFirst = ({ offered, picked }: SuiteChoice) =>
        offered.find((suite) => accepted.includes(suite)) === picked;
      if (!choices.every(isFirst)) return 'server';
      const hasChangedPlaces = accepted.some((one) => accepted.some((other) => beats(one, other) && beats(other, one)));
      return hasChangedPlaces ? 'client' : null;
    },
  };
}

/** The suite that the server selects from these; null when it refuses or selects one that was not offered. */
export type PickFirst = (suites: readonly number[]) => Promise<number | null>;

/**
 * Merges lists that are each in the server's order, provided that they follow one another without interleaving. Mostly that
 * follows from earlier choices; `ask` is called for the rest, at most twice per list. Returns null if the lists interleave:
 * sorting them would need a hello for nearly every suite.
 */
export async function mergeChains(
  chains: readonly (readonly number[])[],
  { beats }: Pick<Choices, 'beats'>,
  ask: PickFirst,
): Promise<number[] | null> {
  const firstOf: PickFirst = async (suites) => {
    const known = suites.find((one) => suites.every((other) => one === other || beats(one, other)));
    return known ?? ask(suites);
  };
  const merged: number[] = [];
  let left = chains.filter(({ length }) => length > 0);
  while (left.length > 1) {
    const first = await firstOf(left.flatMap((chain) => chain.slice(0, 1)));
    const leading = left.find(([head]) => head === first);
    if (leading === undefined) return null;
    const others = left.filter((chain) => chain !== leading);
    const last = leading.slice(-1);
    const next = await firstOf([...last, ...others.flatMap((chain) => chain.slice(0, 1))]);
    if (next !== last[0]) return null;
    merged.push(...leading);
    left = others;
  }
  return [...merged, ...left.flat()];
}
