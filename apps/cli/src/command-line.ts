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

/** Reads the arguments after the program's name. */
export function readCommandLine(args: readonly string[]): Command {
  const parsed = parse(args);
  if (typeof parsed === 'string') return { kind: 'misuse', problem: parsed };
  const { json, help, ...options } = parsed.values;
  const [id, target, ...rest] = parsed.positionals;
  if (help === true) return { kind: 'help' };
  if (id === undefined) return misuse('Which tool?');
  if (!isToolId(id)) return misuse(`There is no tool ${JSON.stringify(id)}.`);
  const tool: AnyTool = tools[id];
  if (target === undefined) return misuse(`${id} needs a ${tool.target}.`);
  if (rest.length > 0) return misuse(`${id} takes one ${tool.target}, not ${rest.length + 1}.`);
  const foreign = Object.keys(options).find((name) => !optionsOf(tool).includes(name));
  if (foreign !== undefined) return misuse(`${id} has no option --${foreign}.`);
  return { kind: 'lookup', id, query: { ...asTexts(options), [tool.target]: target }, isJson: json === true };
}

function misuse(problem: string): Command {
  return { kind: 'misuse', problem };
}

function parse(args: readonly string[]) {
  const names = Object.values(tools).flatMap(optionsOf);
  const queryOptions = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...queryOptions, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    // Node adds advice that is about its own function.
    return String(error instanceof Error ? error.message : error).replace(/\. To specify .*$/s, '.');
  }
}

function asTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
