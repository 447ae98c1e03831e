/** Whose order decides between suites that both sides have. */
export type CipherOrder = 'server' | 'client';

/** One choice of the server's. */
export interface Choice {
  /** In the order in which they were offered. */
  readonly offered: readonly number[];
  readonly picked: number;
}

/** Every choice that a server has made in one version. */
export interface Choices {
  note(choice: Choice): void;
  /** True when `one` was picked while `other` was on offer too. */
  beats(one: number, other: number): boolean;
  /**
   * `server` when it has passed over a suite that it accepts and that was offered before the one it picked; `client` when
   * it always took the first it accepts, also after two of them had changed places. Null while the choices tell neither.
   */
  orderOf(accepted: readonly number[]): CipherOrder | null;
}

export function createChoices(): Choices {
  const choices: Choice[] = [];
  const beats = (one: number, other: number) =>
    one !== other && choices.some(({ offered, picked }) => picked === one && offered.includes(other));
  return {
    note: (choice) => void choices.push(choice),
    beats,
    orderOf(accepted) {
      const isFirst = ({ offered, picked }: Choice) => offered.find((suite) => accepted.includes(suite)) === picked;
      if (!choices.every(isFirst)) return 'server';
      const hasChangedPlaces = accepted.some((one) => accepted.some((other) => beats(one, other) && beats(other, one)));
      return hasChangedPlaces ? 'client' : null;
    },
  };
}

/** The server's pick among these; null when it refuses, or picks what was not offered. */
export type PickFirst = (suites: readonly number[]) => Promise<number | null>;

/**
 * The server's order over chains each of which is in the server's order already, where one comes after the other as a whole.
 * Its choices so far tell most of that; `ask` is for the rest, twice for each chain at most. Null where the chains are
 * entangled: to disentangle them would take a question for nearly every suite.
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
