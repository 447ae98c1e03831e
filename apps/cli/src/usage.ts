import { type AnyTool, tools } from '@sonde/contract';
import { optionsOf } from './command-line.ts';
import { renderPairs } from './table.ts';

/** What `sonde --help` says, made from the contracts. */
export function usage(): string {
  const all: readonly AnyTool[] = Object.values(tools);
  const calls = all.map((tool): [string, string] => [`  ${callOf(tool)}`, tool.summary]);
  const examples = all.map(({ id, example, target }) => `  sonde ${id} ${String(example[target])}`);
  return `Usage: sonde TOOL TARGET [--json]

${renderPairs(calls).join('\n')}

--json    the answer as JSON, as always when the output is piped
--help    this text

Examples:
${examples.join('\n')}

Exit status: 0 answer, 1 failure, 2 answer with gaps, 64 wrong usage.`;
}

function callOf(tool: AnyTool): string {
  return [tool.id, tool.target.toUpperCase(), ...optionsOf(tool).map((name) => `[--${name} N]`)].join(' ');
}
