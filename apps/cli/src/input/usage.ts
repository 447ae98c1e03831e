import { engineVariables } from '@sonde/probes/settings/engine-variables';
import type { VariableTable } from '@sonde/probes/settings/variables';
import type { Command, Commands, OptionGroup } from '../commands/command.ts';
import { WRONG_USAGE } from '../exit-status.ts';
import { printable } from '../print/printable.ts';
import { renderPairs } from '../print/table.ts';
import { wrap, wrapBehind } from '../print/width.ts';
import { meaningOf, type Option, spellingsOf } from './option.ts';
import { commonOptions } from './options.ts';

type Section = readonly [heading: string, lines: readonly string[]];

/** The help of the program: usage, exit statuses, and environment variables. */
export function help({ tools, others }: Awaited<ReturnType<Commands['all']>>, columns: number): string {
  const calls = (commands: readonly Command[]) => {
    const pairs = commands.map(({ name, words, summary }) => [`${name} ${words}`.trimEnd(), summary] as const);
    return indented(renderPairs(pairs, columns - 2));
  };
  const examples = [...tools.flatMap((one) => one.examples), ...others.flatMap((one) => one.examples.slice(0, 1))];
  return textOf(
    [
      ['Usage: sonde TOOL TARGET [OPTIONS]', ['       sonde TARGET [OPTIONS]']],
      ['Tools:', calls(tools)],
      ['Other commands:', calls(others)],
      ['Options of every tool:', optionLines(commonOptions, columns)],
      ['Output:', paragraphs(OUTPUT, columns)],
      ['Exit status:', indented(renderPairs(STATUSES, columns - 2))],
      [
        'Examples:',
        paragraphs([...examples, 'sonde ssl example.com --fail-on warn --warn-days 14 --format junit'], columns),
      ],
      ['Environment variables:', indented(renderPairs(variablePairs(), columns - 2))],
    ],
    columns,
  );
}

/** The help of one command. */
export function commandHelp(command: Command, columns: number): string {
  const { summary, options, details = [], statuses = STATUSES, examples } = command;
  return textOf(
    [
      [`Usage: ${callOf(command)}`, []],
      [`${summary}.`, []],
      ...details.map(([heading, texts]): Section => [heading, paragraphs(texts, columns)]),
      ...options.map((group): Section => [group.heading, optionLines(group.options, columns)]),
      ['Exit status:', indented(renderPairs(statuses, columns - 2))],
      [examples.length === 1 ? 'Example:' : 'Examples:', paragraphs(examples, columns)],
    ],
    columns,
  );
}

/** A few lines of help after wrong usage. */
export function usage(command: Command | null, columns: number): string {
  const call = command === null ? 'sonde TOOL TARGET [OPTIONS]' : callOf(command);
  const where = command === null ? 'sonde --help' : `sonde ${command.name} --help`;
  return [...wrapBehind('Usage: ', call, columns), ...wrap(`${where} has the details.`, columns)].join('\n');
}

const OUTPUT = [
  'A table begins with the verdict (broken, warning, not determined or good), which is that of the worst check, then the facts that are asked for most, the checks, and the findings, each with its title, evidence, and what to do. All other facts follow; raw server texts come last. Lines are as wide as COLUMNS or the terminal; in a pipe, the default is 80.',
  'Parts that could not be measured are listed on standard error. In texts from servers, control characters are escaped.',
];

export const STATUSES: readonly (readonly [string, string])[] = [
  ['0', 'an answer'],
  ['1', 'no answer; standard error says why'],
  ['2', 'an answer with gaps: parts of it could not be measured'],
  ['3', 'an answer with findings at or above --fail-on, whether or not it has gaps'],
  WRONG_USAGE,
  ['130', 'interrupted by Ctrl-C'],
];

/** The usage line of a command, with its own options; shared ones are summed up as `[OPTIONS]`. */
function callOf({ name, words, options }: Command): string {
  const shared = new Set(commonOptions.map((one) => one.name));
  const isOwn = (group: OptionGroup) => group.options.every((one) => !shared.has(one.name));
  const own = options.filter(isOwn).flatMap((group) => group.options.map((one) => `[${calledAs(one)}]`));
  return ['sonde', name, words, ...own, '[OPTIONS]'].filter((word) => word !== '').join(' ');
}

function calledAs(option: Option): string {
  const spelling = spellingsOf(option).join(', ');
  return option.kind === 'flag' ? spelling : `${spelling} ${option.placeholder}`;
}

function optionLines(options: readonly Option[], columns: number): string[] {
  const pairs = options.map((option): [string, string] => {
    const short = option.short === undefined ? '' : `-${option.short}, `;
    const meaning = meaningOf(option);
    const isListed = option.words.every((word) => meaning.includes(word));
    return [`${short}${calledAs(option)}`, isListed ? meaning : `${meaning} One of ${option.words.join(', ')}.`];
  });
  return indented(renderPairs(pairs, columns - 2));
}

function variablePairs(): [string, string][] {
  const variables: VariableTable = engineVariables;
  return Object.entries(variables).map(([name, { meaning }]) => [name, meaning.replaceAll('`', '')]);
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
const paragraphs = (texts: readonly string[], columns: number) =>
  texts.flatMap((text) => wrapBehind('  ', printable(text), columns));

function textOf(sections: readonly Section[], columns: number): string {
  return sections.map(([heading, lines]) => [...wrap(heading, columns), ...lines].join('\n')).join('\n\n');
}
