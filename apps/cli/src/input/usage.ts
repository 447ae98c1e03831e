import { type AnyTool, tools } from '@sonde/contract';
import { engineVariables, type VariableTable } from '@sonde/probes';
import { formats } from '../print/formats.ts';
import { renderPairs } from '../print/table.ts';
import { optionsOf } from './command-line.ts';

/** How the command is called, from the contracts. */
export function usage(): string {
  const all: readonly AnyTool[] = Object.values(tools);
  const calls = all.map((tool): [string, string] => [`  ${callOf(tool)}`, tool.summary]);
  const examples = all.map(({ id, example, target }) => `  sonde ${id} ${String(example[target])}`);
  return `Usage: sonde TOOL TARGET [--format FORMAT]

${renderPairs(calls).join('\n')}

--format FORMAT  print the answer as ${formats.join(', ')}; the default is table on a terminal, and json in a pipe
--json           the same as --format json
--help           print this text and the environment variables

Examples:
${examples.join('\n')}

Exit status: 0 answer, 1 failure, 2 answer with gaps, 64 wrong usage.`;
}

/** The usage, and the environment variables that the command reads. */
export function help(): string {
  const variables: VariableTable = engineVariables;
  const meanings = Object.entries(variables).map(([name, { meaning }]): [string, string] => [
    `  ${name}`,
    meaning.replaceAll('`', ''),
  ]);
  return `${usage()}

Environment variables:
${renderPairs(meanings).join('\n')}`;
}

function callOf(tool: AnyTool): string {
  return [tool.id, tool.target.toUpperCase(), ...optionsOf(tool).map((name) => `[--${name} N]`)].join(' ');
}
