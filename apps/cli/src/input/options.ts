import { type AnyTool, callParametersOf, type Parameter, parametersOf } from '@sonde/contract';
import type { FindingState } from '@sonde/contract/finding/finding';
import { formats } from '../print/format-names.ts';
import { generalOptions, type Option, option } from './option.ts';

/** States for `--fail-on`; `good` is never a reason to fail. */
export const failOnStates = ['note', 'unknown', 'warn', 'bad'] as const;
const MAX_WARN_DAYS = 9999;

/** `--format`, or `--out`, with the formats of a command. */
export const formatOption = (words: readonly string[]): Option => ({
  ...option('format', 'word', 'FORMAT', ''),
  words,
  description: `Output format: ${words.join(', ')}. Default: table on a terminal, json in a pipe.`,
});
export const outOption = (words: readonly string[]): Option => ({
  ...option('out', 'word', 'FORMAT', 'The same as --format.'),
  words,
});

/** What a table for a spreadsheet has. */
const csvOption: Option = {
  ...option('csv', 'word', 'TABLE', 'One table as CSV: data, the same as --format csv, or findings.'),
  words: ['data', 'findings'],
};

export const jsonOption: Option = { ...option('json', 'flag', '', 'The same as --format json.'), short: 'j' };

export const failOnOption: Option = {
  ...option('fail-on', 'word', 'STATE', ''),
  words: failOnStates,
  description: `Exit with status 3 if a finding is at least this severe: ${failOnStates.join(', ')} (least to most severe). In junit, these findings count as failed (default: warn).`,
};

/** The options of every lookup. */
export const commonOptions: readonly Option[] = [
  formatOption(formats),
  jsonOption,
  csvOption,
  option(
    'all',
    'flag',
    '',
    'In a table, also print long lists, fields without a value, and the evidence of good findings.',
  ),
  failOnOption,
  option(
    'warn-days',
    'number',
    'N',
    'Warn if a certificate or registration expires in fewer than N days (finding ends-within-days).',
  ),
  ...generalOptions,
];

/** The options of one tool, without the common ones. */
export function toolOptions(tool: Pick<AnyTool, 'query' | 'target'> & Partial<Pick<AnyTool, 'calls'>>): Option[] {
  return [...parametersOf(tool), ...callParametersOf(tool)].map((parameter) => ({
    ...parameter,
    placeholder: placeholderOf(parameter),
    ...shortOf(parameter),
  }));
}

/** The letters that similar programs have for these parameters; a parameter has the same one in every tool. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['type', 't'],
  ['server', 's'],
  ['count', 'c'],
  ['interval', 'i'],
]);

function shortOf({ name }: Parameter): Pick<Option, 'short'> {
  const short = LETTERS.get(name);
  return short === undefined ? {} : { short };
}

const placeholders = { flag: '', word: 'WORD', number: 'N', text: 'TEXT' } as const;
const placeholderOf = ({ kind, name }: Parameter) => (kind === 'text' ? placeholderOfName(name) : placeholders[kind]);

/** The placeholder of a parameter in the help: `IP-OR-DOMAIN` for `ipOrDomain`. */
export function placeholderOfName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter}`).toUpperCase();
}

/** The values of the common options. */
export interface Common<OneFormat extends string> {
  /** Null where none was asked for. */
  readonly format: OneFormat | null;
  readonly isComplete: boolean;
  readonly failOn: FindingState | null;
  readonly warnDays: number | null;
  /** Null where neither `--color` nor `--no-color` was given. */
  readonly color: boolean | null;
}

type Values = ReadonlyMap<string, string>;

/** Reads the common options, whose words have already been validated. */
export function readCommon<OneFormat extends string>(
  values: Values,
  known: readonly OneFormat[],
): Common<OneFormat> | { readonly problem: string } {
  const format = readFormat(values, known);
  if (typeof format === 'object' && format !== null) return format;
  const warnDays = values.get('warn-days');
  if (warnDays !== undefined && !(/^\d{1,4}$/.test(warnDays) && Number(warnDays) <= MAX_WARN_DAYS)) {
    return { problem: `--warn-days must be a whole number from 0 to ${MAX_WARN_DAYS}.` };
  }
  return {
    format,
    isComplete: values.get('all') === 'true',
    failOn: failOnStates.find((one) => one === values.get('fail-on')) ?? null,
    warnDays: warnDays === undefined ? null : Number(warnDays),
    color: readColor(values),
  };
}

const formatSpellings = ['json', 'csv', 'out', 'format'] as const;

/** The format, from any of its options; null if none was given. */
export function readFormat<OneFormat extends string>(
  values: Values,
  known: readonly OneFormat[],
): OneFormat | null | { readonly problem: string } {
  const given = formatSpellings.filter((name) => values.has(name) && values.get(name) !== 'false');
  if (given.length > 1) return { problem: `--${given[0]} and --${given[1]} cannot be given together.` };
  const [name] = given;
  const word = wordOf(name, values);
  return known.find((one) => one === word) ?? null;
}

function wordOf(name: (typeof formatSpellings)[number] | undefined, values: Values): string | undefined {
  if (name === 'json') return 'json';
  if (name === 'csv') return values.get('csv') === 'findings' ? 'csv-findings' : 'csv';
  return name === undefined ? undefined : values.get(name);
}

export const readColor = (values: Values): boolean | null =>
  values.has('color') ? values.get('color') === 'true' : null;
