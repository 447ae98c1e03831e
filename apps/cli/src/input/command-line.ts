import { type AnyTool, type AnyToolCall, report, type ToolId, tools } from '@sonde/contract';
import { hasEndings } from '@sonde/contract/findings/ending/endings';
import type { FindingState } from '@sonde/contract/findings/finding';
import { dataUpdates } from '@sonde/probes';
import { type Format, formats } from '../print/formats.ts';
import { type ReportFormat, reportFormats } from '../report/report-formats.ts';
import type { VerifyCommand } from '../verify/verify.ts';
import { type Arguments, optionProblem, readArguments, suggested } from './arguments.ts';
import { type Shell, shells } from './completion/shells.ts';
import { readExtras } from './extras.ts';
import { commonOptions, failOnStates, keysOption, MAX_WARN_DAYS, reportOptions, toolOptions } from './options.ts';

/** What has a help of its own. */
export type HelpTopic = ToolId | typeof report.id;

/** What a call asks for. */
export type Command =
  | { readonly kind: 'help' /** Null for that of the whole command. */; readonly topic: HelpTopic | null }
  /** Null for the list of all. */
  | { readonly kind: 'explain'; readonly code: string | null }
  | { readonly kind: 'completion'; readonly shell: Shell }
  | { readonly kind: 'update'; readonly id: ToolId; readonly sources: readonly string[] }
  | { readonly kind: 'serve' }
  | { readonly kind: 'version' }
  | ({ readonly kind: 'verify' } & VerifyCommand)
  | { readonly kind: 'misuse'; readonly problem: string; readonly topic: HelpTopic | null }
  | ({ readonly kind: 'lookup' } & LookupCommand)
  | ({ readonly kind: 'report' } & ReportCommand);

export interface LookupCommand {
  readonly id: ToolId;
  /** A call beside the lookup; null for the lookup. */
  readonly call: AnyToolCall | null;
  readonly query: Readonly<Record<string, string>>;
  /** Null where none was asked for. */
  readonly format: Format | null;
  readonly isComplete: boolean;
  readonly failOn: FindingState | null;
  readonly warnDays: number | null;
  /** Null where neither `--color` nor `--no-color` was given. */
  readonly color: boolean | null;
}

export interface ReportCommand extends Omit<LookupCommand, 'id' | 'call' | 'query' | 'format'> {
  /** As it was typed. */
  readonly target: string;
  readonly format: ReportFormat | null;
}

/** Commands that are no tools. */
export const otherCommands = [
  report.id,
  'serve',
  'verify',
  'explain',
  'completion',
  'update',
  'help',
  'version',
] as const;

const isTopic = (name: string | undefined): name is HelpTopic => name === report.id || isToolId(name);
const isToolId = (id: string | undefined): id is ToolId => id !== undefined && Object.hasOwn(tools, id);

/** Reads the arguments behind the program's name. */
export function readCommandLine(args: readonly string[]): Command {
  const { values, words, given } = readArguments(args);
  const [name, ...rest] = words;
  if (args[0] === '--version' || args[0] === '-V') return readAlone('version', given.slice(1), words);
  const topic = isTopic(name) ? name : null;
  if (values.get('help') === 'true') return { kind: 'help', topic };
  if (values.has('explain')) return readExplain(given, values.get('explain') ?? '', name);
  if (name === undefined) return misuse('Which tool?');
  if (name === 'help') return readHelp(rest);
  if (name === 'serve' || name === 'version') return readAlone(name, given, rest);
  if (name === 'explain') return readExplain(given, ...rest);
  if (name === 'verify') return readVerify(given, rest, values);
  if (name === 'completion') return readCompletion(given, rest);
  if (name === 'update') return readUpdate(given, rest);
  if (topic === null) return misuse(`There is no tool ${JSON.stringify(name)}.${suggested(name, topics)}`);
  const known = topic === report.id ? reportOptions : [...toolOptions(tools[topic]), ...commonOptions];
  const problem = optionProblem(given, topic, known);
  if (problem !== null) return misuse(problem, topic);
  return topic === report.id ? readReport(rest, values) : readLookup(topic, rest, values);
}

const topics: readonly string[] = [...Object.keys(tools), report.id];

function misuse(problem: string, topic: HelpTopic | null = null): Command {
  return { kind: 'misuse', problem, topic };
}

function readHelp([name, ...rest]: readonly string[]): Command {
  if (rest.length > 0) return misuse('help takes one tool.');
  if (name === undefined || isTopic(name)) return { kind: 'help', topic: name ?? null };
  return misuse(`There is no tool ${JSON.stringify(name)}.${suggested(name, topics)}`);
}

/** A command that takes nothing: what there is to set, variables say. */
function readAlone(kind: 'serve' | 'version', given: Arguments['given'], words: readonly string[]): Command {
  const problem = optionProblem(given, kind, displayOptions);
  if (problem !== null) return misuse(problem);
  return words.length === 0 ? { kind } : misuse(`${kind} takes no words.`);
}

const displayOptions = commonOptions.filter(({ name }) => ['color', 'help', 'explain'].includes(name));

function readExplain(given: Arguments['given'], code?: string, ...rest: readonly (string | undefined)[]): Command {
  const problem = optionProblem(given, 'explain', displayOptions);
  if (problem !== null) return misuse(problem);
  if (rest.some((word) => word !== undefined && !isToolId(word))) return misuse('explain takes one code.');
  return { kind: 'explain', code: code ?? null };
}

function readVerify(
  given: Arguments['given'],
  [file, ...rest]: readonly string[],
  values: ReadonlyMap<string, string>,
): Command {
  const problem = optionProblem(given, 'verify', [keysOption, ...displayOptions]);
  if (problem !== null) return misuse(problem);
  if (file === undefined || rest.length > 0) return misuse('verify takes one file, as a kept result is downloaded.');
  const keys = values.get('keys');
  if (keys === undefined || keys === '') {
    return misuse('verify needs --keys: a file, or a URL such as https://SITE/.well-known/sonde-keys.json.');
  }
  return { kind: 'verify', file, keys };
}

function readCompletion(given: Arguments['given'], words: readonly string[]): Command {
  const problem = optionProblem(given, 'completion', displayOptions);
  if (problem !== null) return misuse(problem);
  const shell = shells.find((one) => one === words[0]);
  if (shell === undefined || words.length > 1) return misuse(`completion takes one of ${shells.join(', ')}.`);
  return { kind: 'completion', shell };
}

function readUpdate(given: Arguments['given'], [name, ...sources]: readonly string[]): Command {
  const problem = optionProblem(given, 'update', displayOptions);
  if (problem !== null) return misuse(problem);
  const known = Object.keys(dataUpdates);
  if (!isToolId(name) || !known.includes(name)) return misuse(`update takes one of ${known.join(', ')}.`);
  return { kind: 'update', id: name, sources };
}

function readLookup(id: ToolId, words: readonly string[], values: ReadonlyMap<string, string>): Command {
  const tool: AnyTool = tools[id];
  const call = tool.calls?.find(({ chosenBy }) => chosenBy !== null && values.has(chosenBy)) ?? null;
  const extras = call === null ? readExtras(tool, words) : withoutTarget(tool, call, words);
  if ('problem' in extras) return misuse(extras.problem, id);
  const own = toolOptions(tool).flatMap(({ name }): [string, string][] => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const repeated = own.find(([name]) => Object.hasOwn(extras.query, name));
  if (repeated !== undefined) return misuse(`--${repeated[0]} must be given once.`, id);
  if (values.has('warn-days') && !hasEndings(tool)) {
    return misuse(`--warn-days: nothing in an answer of ${tool.id} ends.`, id);
  }
  const common = readCommon(values, formats);
  if ('problem' in common) return misuse(common.problem, id);
  return { kind: 'lookup', id, call, query: { ...Object.fromEntries(own), ...extras.query }, ...common };
}

function withoutTarget(tool: AnyTool, { chosenBy }: AnyToolCall, words: readonly string[]) {
  return words.length === 0
    ? { query: {} }
    : { problem: `--${chosenBy} and a ${tool.target} cannot be given together.` };
}

function readReport([target, ...others]: readonly string[], values: ReadonlyMap<string, string>): Command {
  if (target === undefined) return misuse(`${report.id} needs a ${report.target}.`, report.id);
  if (others.length > 0) return misuse(`${report.id} takes one ${report.target}, not ${others.length + 1}.`, report.id);
  if (values.has('out') && values.has('format')) {
    return misuse('--out and --format cannot be given together.', report.id);
  }
  const out = values.get('out');
  const common = readCommon(out === undefined ? values : new Map([...values, ['format', out]]), reportFormats);
  return 'problem' in common ? misuse(common.problem, report.id) : { kind: 'report', target, ...common };
}

type Common<OneFormat> = Omit<LookupCommand, 'id' | 'call' | 'query' | 'format'> & {
  readonly format: OneFormat | 'json' | null;
};

/** The common options; the words of each have been compared with what it takes. */
function readCommon<OneFormat extends string>(
  values: ReadonlyMap<string, string>,
  known: readonly OneFormat[],
): Common<OneFormat> | { readonly problem: string } {
  const isJson = values.get('json') === 'true';
  if (isJson && values.has('format')) return { problem: '--json and --format cannot be given together.' };
  const warnDays = values.get('warn-days');
  if (warnDays !== undefined && !(/^\d{1,4}$/.test(warnDays) && Number(warnDays) <= MAX_WARN_DAYS)) {
    return { problem: `--warn-days must be a whole number from 0 to ${MAX_WARN_DAYS}.` };
  }
  return {
    format: isJson ? 'json' : (known.find((one) => one === values.get('format')) ?? null),
    isComplete: values.get('all') === 'true',
    failOn: failOnStates.find((one) => one === values.get('fail-on')) ?? null,
    warnDays: warnDays === undefined ? null : Number(warnDays),
    color: values.has('color') ? values.get('color') === 'true' : null,
  };
}
