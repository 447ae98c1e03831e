import { parseArgs } from 'node:util';
import { closestTo } from '@sonde/contract/text/closest';
import type { Option } from './option.ts';

/** One option as it was given. */
interface GivenOption {
  readonly name: string;
  /** With its hyphens, and `no-` if it was written. */
  readonly rawName: string;
  readonly value?: string | undefined;
}

export interface Arguments {
  /** The values of the options; flags as `true` or `false`. */
  readonly values: ReadonlyMap<string, string>;
  readonly words: readonly string[];
  /** All options as given, including repeated ones. */
  readonly given: readonly GivenOption[];
}

/**
 * Not in Node's strict mode, whose messages know neither the tool nor its options; Node also silently uses the last of
 * repeated options.
 */
export function readArguments(args: readonly string[], known: readonly Option[]): Arguments {
  const options = Object.fromEntries(
    known.map(({ name, kind, short }) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), ...(short === undefined ? {} : { short }) },
    ]),
  );
  const parsed = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    strict: false,
    tokens: true,
    options,
  });
  const given = parsed.tokens.filter((token) => token.kind === 'option');
  const flags = new Set(known.filter(({ kind }) => kind === 'flag').map(({ name }) => name));
  const values = new Map(given.map((token) => [token.name, givenValue(token, flags)]));
  return { values, words: parsed.positionals, given };
}

const FLAG_VALUES: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
]);

/** The value of an option: `--deep=0` is `false`; a flag without a value is true, or false with `no-`. */
function givenValue(token: GivenOption, flags: ReadonlySet<string>): string {
  const { name, value = String(!isNegated(token)) } = token;
  return flags.has(name) ? (FLAG_VALUES.get(value) ?? value) : value;
}

/** `--no-deep` is read as `deep`; an option that itself begins with `no-` would not be. */
const isNegated = ({ name, rawName }: GivenOption) => rawName === `--no-${name}`;

/** What is wrong with the options, in one sentence; null if nothing is. */
export function optionProblem(given: readonly GivenOption[], command: string, known: readonly Option[]): string | null {
  const names = new Set<string>();
  for (const token of given) {
    const option = known.find(({ name }) => name === token.name);
    const problem = option === undefined ? unknownOption(token, command, known) : misusedOption(token, option);
    if (problem !== null) return problem;
    if (names.has(token.name)) return `${token.rawName} must be given once.`;
    names.add(token.name);
  }
  return null;
}

function unknownOption({ rawName }: GivenOption, command: string, known: readonly Option[]): string {
  const spellings = known.flatMap(({ name, kind }) =>
    kind === 'flag' ? [`--${name}`, `--no-${name}`] : [`--${name}`],
  );
  if (spellings.includes(rawName)) return `${rawName} takes no value.`;
  if (rawName === '-4' || rawName === '-6') {
    return `${command} has no option ${rawName}: give an IPv${rawName.slice(1)} address where the protocol matters.`;
  }
  return `${command} has no option ${rawName}.${suggested(rawName, spellings)}`;
}

function misusedOption(token: GivenOption, { kind, words, name }: Option): string | null {
  const { rawName, value } = token;
  if (kind === 'flag') {
    if (value === undefined) return null;
    return FLAG_VALUES.has(value) ? null : `${rawName} is a flag: use --${name}, --no-${name} or --${name}=false.`;
  }
  if (isNegated(token)) return `${name} is not a flag, so there is no ${rawName}.`;
  if (value === undefined || value === '') return `${rawName} needs a value.`;
  if (words.length === 0 || words.includes(value)) return null;
  return `${rawName} must be one of ${words.join(', ')}.${suggested(value, words)}`;
}

const MAX_EDITS = 2;

/** A suggestion for a misspelt candidate, to append to another sentence; empty if none is similar. */
export function suggested(word: string, candidates: readonly string[]): string {
  const [closest] = closestTo(word, candidates, MAX_EDITS);
  return closest === undefined ? '' : ` Did you mean ${closest}?`;
}
