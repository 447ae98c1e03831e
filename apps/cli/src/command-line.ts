import { parseArgs } from 'node:util';
import { type AnyTool, type ToolId, tools } from '@sonde/contract';

/** What the command was told to do. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly problem: string }
  | {
      readonly kind: 'lookup';
      readonly id: ToolId;
      readonly query: Readonly<Record<string, string>>;
      readonly isJson: boolean;
    };

const isToolId = (id: string): id is ToolId => Object.hasOwn(tools, id);

/** The query parameters of a tool that are not its target: the command's options. */
export function optionsOf(tool: AnyTool): string[] {
  return Object.keys(tool.query.shape).filter((name) => name !== tool.target);
}

/** Options that every tool has. */
const commonOptions = ['json', 'help'];

/** Reads the arguments after the program's name. */
export function readCommandLine(args: readonly string[]): Command {
  const { values, positionals, tokens } = parse(args);
  const [id, target, ...rest] = positionals;
  if (values['help'] === true) return { kind: 'help' };
  if (id === undefined) return misuse('Which tool?');
  if (!isToolId(id)) return misuse(`There is no tool ${JSON.stringify(id)}.`);
  const tool: AnyTool = tools[id];
  const problem = optionProblem(tool, tokens);
  if (problem !== null) return misuse(problem);
  if (target === undefined) return misuse(`${id} needs a ${tool.target}.`);
  if (rest.length > 0) return misuse(`${id} takes one ${tool.target}, not ${rest.length + 1}.`);
  const { json, help, ...options } = values;
  return { kind: 'lookup', id, query: { ...asTexts(options), [tool.target]: target }, isJson: json === true };
}

function misuse(problem: string): Command {
  return { kind: 'misuse', problem };
}

/** Not strict: Node's own refusals know neither the tool nor its options, and of a repeated option it takes the last. */
function parse(args: readonly string[]) {
  const names = Object.values(tools).flatMap(optionsOf);
  const queryOptions = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { ...queryOptions, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
}

/** What is wrong with the options of a call, in one sentence; null when nothing is. */
function optionProblem(tool: AnyTool, tokens: ReturnType<typeof parse>['tokens']): string | null {
  const known = [...optionsOf(tool), ...commonOptions];
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!known.includes(name)) {
      return `${tool.id} has no option ${rawName}. Known options: ${known.map((one) => `--${one}`).join(', ')}.`;
    }
    if (given.has(name)) return `${rawName} must be given once.`;
    if (!commonOptions.includes(name) && value === undefined) return `${rawName} needs a value.`;
    if (commonOptions.includes(name) && value !== undefined) return `${rawName} takes no value.`;
    given.add(name);
  }
  return null;
}

function asTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
