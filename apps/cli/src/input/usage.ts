import { type AnyTool, report, targetDescription, tools } from '@sonde/contract';
import { engineVariables, type VariableTable } from '@sonde/probes';
import { printable } from '../print/printable.ts';
import { renderPairs } from '../print/table.ts';
import { wrap, wrapBehind } from '../print/width.ts';
import type { HelpTopic } from './command-line.ts';
import {
  commonOptions,
  meaningOf,
  type Option,
  placeholderOfName,
  reportOptions,
  spellingsOf,
  toolOptions,
} from './options.ts';

type Section = readonly [heading: string, lines: readonly string[]];

const all: readonly AnyTool[] = Object.values(tools);

/** How the command is called, what it answers with, and the environment variables that it reads. */
export function help(columns: number): string {
  const calls = all.map((tool): [string, string] => [`${tool.id} ${placeholderOfName(tool.target)}`, tool.summary]);
  const others: [string, string][] = [
    [`${report.id} ${placeholderOfName(report.target)}`, report.summary],
    ['serve', 'The web pages and the API, on the port that PORT names; stops on Ctrl-C'],
    ['help TOOL', 'How one tool is called, with all its options; the same as TOOL --help'],
    ['verify FILE --keys FILE-OR-URL', 'Check the signature of a kept result, without the server that has kept it'],
    ['explain [CODE]', 'What a finding means and what to do about it; without a code, all codes'],
    ['check [-f FILE | TARGET...]', 'Looks up a list with several tools, and compares it with a policy and a baseline'],
    ['mcp', 'Answers the Model Context Protocol on standard input and output'],
    ['token NAME', 'Makes a token for the API of a server, and what the server has to know of it'],
    ['completion SHELL', 'What completes this command in bash, zsh or fish'],
    [
      'update mac [FILE...]',
      'Renews the registry of MAC addresses in SONDE_DATA_DIR; without files or URLs, from the IEEE',
    ],
    ['version', 'The version of this command; the same as --version'],
  ];
  const examples = all.map(({ id, example, target }) => `sonde ${id} ${String(example[target])}`);
  return textOf(
    [
      ['Usage: sonde TOOL TARGET [OPTIONS]', []],
      ['Tools:', indented(renderPairs(calls, columns - 2))],
      ['Other commands:', indented(renderPairs(others, columns - 2))],
      ['Options of every tool:', optionLines(commonOptions, columns)],
      ['Output:', paragraphs(OUTPUT, columns)],
      ['Exit status:', indented(renderPairs(STATUSES, columns - 2))],
      [
        'Examples:',
        paragraphs(
          [
            ...examples,
            'sonde ssl example.com --fail-on warn --warn-days 14 --format junit',
            'sonde report example.com --out html > report.html',
          ],
          columns,
        ),
      ],
      ['Environment variables:', indented(renderPairs(variablePairs(), columns - 2))],
    ],
    columns,
  );
}

/** A tool, or what is called like one. */
type Called = Pick<AnyTool, 'id' | 'title' | 'summary' | 'query' | 'target' | 'example'> &
  Partial<Pick<AnyTool, 'calls'>>;

const calledBy = (topic: HelpTopic): Called => (topic === report.id ? report : tools[topic]);

/** How one tool, or a report, is called. */
export function toolHelp(topic: HelpTopic, columns: number): string {
  const tool = calledBy(topic);
  const common = topic === report.id ? reportOptions : commonOptions;
  return textOf(
    [
      [`Usage: ${callOf(tool)}`, []],
      [`${tool.title}: ${tool.summary}.`, []],
      [`${placeholderOfName(tool.target)}:`, paragraphs([targetDescription(tool)], columns)],
      ...(toolOptions(tool).length > 0
        ? [['Options:', optionLines(toolOptions(tool), columns)] satisfies Section]
        : []),
      [topic === report.id ? 'Options:' : 'Options of every tool:', optionLines(common, columns)],
      ['Exit status:', indented(renderPairs(STATUSES, columns - 2))],
      ['Example:', paragraphs([`sonde ${tool.id} ${String(tool.example[tool.target])}`], columns)],
    ],
    columns,
  );
}

/** What to do after wrong usage, in a few lines. */
export function usage(topic: HelpTopic | null, columns: number): string {
  const call = topic === null ? 'sonde TOOL TARGET [OPTIONS]' : callOf(calledBy(topic));
  const where = topic === null ? 'sonde --help' : `sonde ${topic} --help`;
  return [...wrapBehind('Usage: ', call, columns), ...wrap(`${where} has the details.`, columns)].join('\n');
}

const OUTPUT = [
  'A table begins with the verdict, which is the most severe finding, and with the findings: the state (bad, warn, unknown, note, good), what is the case, the evidence, and what to do. The facts follow; texts of servers stand last. No line is wider than COLUMNS, or than the terminal; in a pipe the default is 80.',
  'Parts that could not be measured are named on the error output. What servers sent is printed with its control characters escaped.',
];

const STATUSES: readonly (readonly [string, string])[] = [
  ['0', 'an answer'],
  ['1', 'no answer; the error output says why'],
  ['2', 'an answer with gaps: parts of it could not be measured'],
  ['3', 'an answer with findings at or above --fail-on, whether or not it has gaps'],
  ['64', 'wrong usage, or a wrong environment variable'],
];

function callOf(tool: Called): string {
  const options = toolOptions(tool).map((option) => `[${calledAs(option)}]`);
  return ['sonde', tool.id, placeholderOfName(tool.target), ...options, '[OPTIONS]'].join(' ');
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
