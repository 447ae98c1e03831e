import { parseArgs } from 'node:util';
import { type AnyTool, type ToolId, tools } from '@sonde/contract';
import { type Format, formats } from '../print/formats.ts';

/** What a call asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly problem: string }
  | {
      readonly kind: 'lookup';
      readonly id: ToolId;
      readonly query: Readonly<Record<string, string>>;
      /** Null where none was asked for. */
      readonly format: Format | null;
    };

const isToolId = (id: string): id is ToolId => Object.hasOwn(tools, id);

/** The query parameters of a tool other than its target. On the command line they are options. */
export function optionsOf(tool: AnyTool): string[] {
  return Object.keys(tool.query.shape).filter((name) => name !== tool.target);
}

/** Options that every tool has; the flags among them take no value. */
const commonOptions = ['format', 'json', 'help'];
const flags = ['json', 'help'];

/** Reads the arguments behind the program's name. */
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
  const { format, json, help, ...options } = values;
  if (json === true && format !== undefined) return misuse('--json and --format cannot be given together.');
  const asked = json === true ? 'json' : format;
  const known = formats.find((one) => one === asked) ?? null;
  if (asked !== undefined && known === null) return misuse(`--format must be one of ${formats.join(', ')}.`);
  return { kind: 'lookup', id, query: { ...asStrings(options), [tool.target]: target }, format: known };
}

function misuse(problem: string): Command {
  return { kind: 'misuse', problem };
}

/** Not strict: Node's own messages know neither the tool nor its options, and it silently takes the last of a repeated option. */
function parse(args: readonly string[]) {
  const names = Object.values(tools).flatMap(optionsOf);
  const queryOptions = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: {
      ...queryOptions,
      format: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

/** What is wrong with the options, in one sentence; null when nothing is. */
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
    if (!flags.includes(name) && value === undefined) return `${rawName} needs a value.`;
    if (flags.includes(name) && value !== undefined) return `${rawName} takes no value.`;
    given.add(name);
  }
  return null;
}

function asStrings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
