import type { JobTurn } from '@sonde/service/jobs/jobs';

/** Maximum number of lists that one process runs at once; others wait for their turn. */
export const LISTS_AT_ONCE = 4;

/** Who has started a list: the network, or the owner if the network is not known. */
export interface Started {
  readonly owner: string;
  readonly network: string | null;
}

/** The data of the job of a list. `served`: for how many seconds it has run before. */
export const turnOfList = ({ owner, network }: Started, served: number) =>
  ({ party: network ?? owner, served }) satisfies JobTurn;

/** A list that has not ended. */
export interface TurnList {
  readonly id: string;
  readonly party: string;
  /** Since when it has been running; null while it waits. */
  readonly runsSinceMs: number | null;
  /** For how long it has run before. */
  readonly servedMs: number;
}

/** How long a list may run while others wait. */
const TURN_MS = 20_000;

export interface Turns {
  readonly start: readonly string[];
  /** Those that pass their turn on; they continue later. */
  readonly pause: readonly string[];
}

/**
 * Which lists run, at most `most` at a time. The next is one of the party that runs fewest, and of these the one that has run
 * least. If none is free, it takes the turn of a list of the party that runs most, or of one that has run for a while.
 * @param all in the order in which they were started
 */
export function turnsOf(all: readonly TurnList[], most: number, nowMs: number): Turns {
  const running = all.filter(({ runsSinceMs }) => runsSinceMs !== null);
  const waiting = all.filter(({ runsSinceMs }) => runsSinceMs === null);
  const [start, pause]: [string[], string[]] = [[], []];
  const countOf = (party: string) => running.filter((one) => one.party === party).length;
  while (waiting.length > 0) {
    const next = least(waiting, ({ party, servedMs }) => [countOf(party), servedMs]);
    if (next === undefined) break;
    if (running.length >= most) {
      const loser = least(
        running.filter((one) => mayLose(one, next, countOf, nowMs)),
        (one) => [-countOf(one.party), one.runsSinceMs ?? nowMs],
      );
      if (loser === undefined) break;
      running.splice(running.indexOf(loser), 1);
      pause.push(loser.id);
    }
    waiting.splice(waiting.indexOf(next), 1);
    running.push({ ...next, runsSinceMs: nowMs });
    start.push(next.id);
  }
  return { start, pause };
}

function mayLose(one: TurnList, next: TurnList, countOf: (party: string) => number, nowMs: number): boolean {
  // What has just been started is not paused again.
  if (one.runsSinceMs === null || one.runsSinceMs >= nowMs) return false;
  if (countOf(one.party) > countOf(next.party) + 1) return true;
  const isNoLess = one.party === next.party || countOf(one.party) > countOf(next.party);
  return isNoLess && nowMs - one.runsSinceMs >= TURN_MS;
}

/** The item with the least key, compared part by part; the earliest of several. */
function least<Item>(items: readonly Item[], keyOf: (item: Item) => readonly [number, number]): Item | undefined {
  let best: { readonly item: Item; readonly key: readonly [number, number] } | undefined;
  for (const item of items) {
    const key = keyOf(item);
    if (best === undefined || key[0] < best.key[0] || (key[0] === best.key[0] && key[1] < best.key[1])) {
      best = { item, key };
    }
  }
  return best?.item;
}
