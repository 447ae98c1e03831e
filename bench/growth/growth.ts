import { rounded } from '../report.ts';
import { atMost, type Part } from '../service/part.ts';

/** What one of something costs while there are so many of them. */
export interface Cost {
  readonly many: number;
  readonly each: number;
}

interface Kind {
  /** Such as «a lookup: ms of processor». */
  readonly what: string;
  /** What there are many of. */
  readonly of: string;
  /** The coarseness of the measure, for one of the most: a tick of the clock, a page of the database. */
  readonly slack: number;
}

/** How much more one may cost when there are a hundred times as many. */
const MOST = 1.2;

/** A line with the cost at each size; the target is that one costs as much with the most of them as with the fewest. */
export function growthOf({ what, of, slack }: Kind, costs: readonly Cost[]): Part {
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`${what}: nothing was measured`);
  const shown = costs.map(({ many, each }) => `${rounded(each)} with ${many}`).join(', ');
  return {
    lines: [`${what}: ${shown} ${of}`],
    targets: [atMost(`${what}, with ${last.many} ${of}`, rounded(last.each), rounded(MOST * first.each + slack))],
    rounds: [{ what, costs }],
  };
}
