/** The result of a bench, which `run.ts` prints and stores under `results/`. */
export interface BenchReport {
  /** Sizes, delays, versions: whatever is needed to repeat it. */
  readonly conditions: Readonly<Record<string, unknown>>;
  readonly targets: readonly Target[];
  /** One line each, for a reader. */
  readonly lines: readonly string[];
  /** Every single measurement. */
  readonly rounds: readonly unknown[];
  /** What repeats the run; default: `npm run bench -- NAME`. */
  readonly command?: string;
}

export interface Target {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly isMet: boolean;
}

/** What is missing in a report, as sentences: every bench has conditions, targets with a number, and lines. */
export function problemsOf({ conditions, targets, lines, rounds }: BenchReport): string[] {
  return [
    ...(Object.keys(conditions).length === 0 ? ['It names no conditions.'] : []),
    ...(targets.length === 0 ? ['It has no target.'] : []),
    ...targets.flatMap(({ what, value, limit, isMet }) =>
      what !== '' && typeof value === 'number' && Number.isFinite(limit) && typeof isMet === 'boolean'
        ? []
        : [`The target «${what}» is incomplete: ${value}, limit ${limit}.`],
    ),
    ...(lines.length === 0 || lines.some((line) => line.trim() === '') ? ['It lacks lines for a reader.'] : []),
    ...(Array.isArray(rounds) ? [] : ['It lacks its rounds.']),
  ];
}

export interface Spread {
  readonly median: number;
  readonly best: number;
  readonly worst: number;
}

/** Median, best and worst of times or ratios, with three decimals. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: rounded((at(Math.floor(middle)) + at(Math.ceil(middle))) / 2),
    best: rounded(at(0)),
    worst: rounded(at(sorted.length - 1)),
  };
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The duration of an action in milliseconds, with its result. */
export async function timed<Result>(action: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await action();
  return { ms: rounded(performance.now() - start), result };
}
