import { type AnyTool, callParametersOf, type Parameter, parametersOf, tools } from '@sonde/contract';
import { formats } from '../print/formats.ts';
import { reportFormats } from '../report/report-formats.ts';

/** One option of a command. */
export interface Option extends Parameter {
  /** One letter, for `-h`. */
  readonly short?: string;
  /** Stands for its value in the help. */
  readonly placeholder: string;
}

/** States that `--fail-on` takes; what is good is never a reason to fail. */
export const failOnStates = ['note', 'unknown', 'warn', 'bad'] as const;
export const MAX_WARN_DAYS = 9999;

const option = (name: string, kind: Option['kind'], placeholder: string, description: string): Option => ({
  name,
  kind,
  words: [],
  defaultValue: kind === 'flag' ? 'false' : null,
  description,
  placeholder,
});

const formatOption: Option = {
  ...option('format', 'word', 'FORMAT', ''),
  words: formats,
  description: formatsInWords(formats),
};

function formatsInWords(words: readonly string[]): string {
  return `How the answer is printed: ${words.join(', ')}. Without it: table on a terminal, json in a pipe.`;
}

/** What every lookup takes. */
export const commonOptions: readonly Option[] = [
  formatOption,
  option('json', 'flag', '', 'The same as --format json.'),
  option(
    'all',
    'flag',
    '',
    'Also print long lists, fields without a value, and the evidence of what is good: in a table.',
  ),
  {
    ...option('fail-on', 'word', 'STATE', ''),
    words: failOnStates,
    description: `End with 3 when a finding is at least this severe: ${failOnStates.join(', ')}, from the least severe to the most. In junit these findings have failed (without the option: from warn on).`,
  },
  option(
    'warn-days',
    'number',
    'N',
    'Warn of what ends in fewer than N days: a finding (ends-within-days) for every certificate or registration.',
  ),
  {
    ...option('color', 'flag', '', 'Print in colours, or not. Without it: on a terminal, unless NO_COLOR is set.'),
    defaultValue: null,
  },
  option('explain', 'text', 'CODE', 'Print what a finding means, why it matters, and what to do about it.'),
  { ...option('help', 'flag', '', 'Print this help.'), short: 'h' },
];

/** What `sonde verify` takes. */
export const keysOption = option(
  'keys',
  'text',
  'FILE-OR-URL',
  'The public keys of the site that has signed: a file, or the URL of its /.well-known/sonde-keys.json.',
);

/** The options of a report: those of every tool, with one format more. */
export const reportOptions: readonly Option[] = [
  ...commonOptions.map((one) =>
    one.name === 'format' ? { ...one, words: reportFormats, description: formatsInWords(reportFormats) } : one,
  ),
  { ...option('out', 'word', 'FORMAT', 'The same as --format.'), words: reportFormats },
];

/** The options of one tool, without the common ones. */
export function toolOptions(tool: Pick<AnyTool, 'query' | 'target'> & Partial<Pick<AnyTool, 'calls'>>): Option[] {
  return [...parametersOf(tool), ...callParametersOf(tool)].map((parameter) => ({
    ...parameter,
    placeholder: placeholderOf(parameter),
  }));
}

const placeholders = { flag: '', word: 'WORD', number: 'N', text: 'TEXT' } as const;
const placeholderOf = ({ kind, name }: Parameter) => (kind === 'text' ? placeholderOfName(name) : placeholders[kind]);

/** What stands for a parameter in the help: `IP-OR-DOMAIN` for `ipOrDomain`. */
export function placeholderOfName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter}`).toUpperCase();
}

/** Every option of any command. A name that several tools have is of one kind in all of them; a test compares them. */
export function allOptions(): Option[] {
  const all: readonly AnyTool[] = Object.values(tools);
  return [...commonOptions, keysOption, ...all.flatMap(toolOptions), ...reportOptions];
}

/** How an option is written where it changes something: `--no-revocation` for a flag that is true without it. */
export function spellingsOf({ name, kind, defaultValue }: Option): string[] {
  if (kind !== 'flag' || defaultValue === 'false') return [`--${name}`];
  return defaultValue === 'true' ? [`--no-${name}`] : [`--${name}`, `--no-${name}`];
}

/** What an option does where it is written as `spellingsOf` says: descriptions of the API begin with the value of a flag. */
export function meaningOf({ kind, description }: Option): string {
  const meaning = kind === 'flag' ? description.replace(/^(true|false) \(or [01]\): /, '') : description;
  return meaning.charAt(0).toUpperCase() + meaning.slice(1);
}
