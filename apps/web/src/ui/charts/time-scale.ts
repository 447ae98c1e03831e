/** An axis from zero to a round number, with a few round numbers on it. */
export interface Scale {
  readonly limit: number;
  readonly ticks: readonly number[];
}

/** With more, their labels touch each other in small windows. */
const MOST_STEPS = 4;

/** The smallest scale with round steps that contains `most`; from 0 to 1 if that is not positive. */
export function scaleTo(most: number): Scale {
  const wanted = Number.isFinite(most) && most > 0 ? most : 1;
  const raw = wanted / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one * (1 + 1e-9) >= raw) ?? 10 * power;
  const steps = Math.max(1, Math.ceil(wanted / step - 1e-9));
  const limit = rounded(steps * step);
  return { limit, ticks: Array.from({ length: steps + 1 }, (_, index) => rounded(index * step)) };
}

export interface AxisNumber {
  readonly text: string;
  /** Where it is, as a share of the axis. */
  readonly part: number;
  /** The ends are always shown; the middle and then the others are hidden where the axis is too short. */
  readonly rank: 'first' | 'last' | 'middle' | 'minor';
}

/** The numbers below an axis of milliseconds. The unit is at zero: its neighbour is centred, and leaves room for it. */
export function numbersOf({ ticks, limit }: Scale): readonly AxisNumber[] {
  const last = ticks.length - 1;
  const rankOf = (index: number) => {
    if (index === 0) return 'first';
    if (index === last) return 'last';
    return index === last / 2 ? 'middle' : 'minor';
  };
  return ticks.map((tick, index) => ({
    text: index === 0 ? '0 ms' : String(tick),
    part: tick / limit,
    rank: rankOf(index),
  }));
}

/** Without the noise of binary fractions: 0.30000000000000004 is 0.3. */
const rounded = (value: number) => Number(value.toPrecision(6));

/** The middle of the values; null without any. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? upper) : upper;
  return (lower + upper) / 2;
}
