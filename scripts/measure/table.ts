import type { SourceFigures } from './figures.ts';
import type { Hops } from './hops.ts';
import type { TimeToRed } from './time-to-red.ts';

export interface Measurement extends SourceFigures {
  readonly commit: string;
  /** Null if not requested. */
  readonly hops: Hops | null;
  readonly red: TimeToRed | null;
  readonly greenSeconds: number | null;
}

type Row = readonly [label: string, ...values: string[]];

/** A Markdown table with one column per measurement. */
export function tableOf(measurements: readonly Measurement[]): string {
  const row = (label: string, value: (one: Measurement) => number | string | null): Row => [
    label,
    ...measurements.map((one) => String(value(one) ?? '–')),
  ];
  const rows: Row[] = [
    ['Figure', ...measurements.map(({ commit }) => commit)],
    ['---', ...measurements.map(() => '---:')],
    row('Files: shipped', ({ groups }) => groups.shipped.files),
    row('Files: tests and their support', ({ groups }) => groups.tests.files),
    row('Files: all other code', ({ groups }) => groups.other.files),
    row('Lines: shipped', ({ groups }) => groups.shipped.lines),
    row('Lines: tests and their support', ({ groups }) => groups.tests.lines),
    row('Lines of a shipped file, median', ({ groups }) => groups.shipped.medianFileLines),
    row('Functions: shipped', ({ groups }) => groups.shipped.functions),
    row('Lines of a function, median', ({ groups }) => groups.shipped.medianFunctionLines),
    row('Lines of a function, 90 % below', ({ groups }) => groups.shipped.p90FunctionLines),
    row('Lines of the longest function', ({ groups }) => groups.shipped.longestFunctionLines),
    row('Folders with more than 20 files', (one) => one.crowdedFolders.length),
    row('Watched words declared as a type in several files', (one) => wordsWithSeveralMeanings(one)),
    row('Watched words in names of files', (one) => one.watchedWords.filter(({ files }) => files.length > 0).length),
    row('Type names that several shipped files declare', (one) => one.sharedTypeNames.length),
    row('Copies of six lines or more, shipped', (one) => one.copies.length),
    row('Fresh DNS query: functions of ours that run', ({ hops }) => hops?.functions ?? null),
    row('Fresh DNS query: files of ours that run', ({ hops }) => hops?.files ?? null),
    row('Fresh DNS query: steps from route to socket', ({ hops }) => hops?.steps ?? null),
    row('Fresh DNS query: steps with a name of their own', ({ hops }) => hops?.namedSteps ?? null),
    row('Fresh DNS query: files from route to socket', ({ hops }) => hops?.stepFiles ?? null),
    row('Broken page test: seconds until it is red', ({ red }) => seconds(red?.testMs)),
    row('Broken page test: seconds with the start of vitest', ({ red }) => seconds(red?.wholeMs)),
    row('All tests: seconds until green', ({ greenSeconds }) => greenSeconds),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function wordsWithSeveralMeanings({ watchedWords }: Measurement): number {
  return watchedWords.filter(({ types }) => types.length > 1).length;
}

const seconds = (ms: number | undefined) => (ms === undefined ? null : (ms / 1000).toFixed(1));
