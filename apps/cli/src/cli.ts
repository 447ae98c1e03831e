import { reasons, ToolError, tools } from '@sonde/contract';
import {
  type Answer,
  checkQuery,
  createTargetLimits,
  type DataSettings,
  type Environment,
  engineVariables,
  measure,
  type NetSettings,
  type NodeData,
  type NodeNet,
  type RunContext,
  readEngineSettings,
  unknownVariables,
  unknownVariableText,
} from '@sonde/probes';
import { type Command, readCommandLine } from './input/command-line.ts';
import { interpretQuery } from './input/interpret-target.ts';
import { help, usage } from './input/usage.ts';
import { type Format, formatAnswer, type Printed } from './print/formats.ts';
import { printable } from './print/printable.ts';

/** The documented exit statuses (64 is EX_USAGE of sysexits.h), and the shell's status after Ctrl-C. */
export const EXIT = { answer: 0, failure: 1, gaps: 2, usage: 64, interrupted: 130 } as const;

/** All that a command has to do with the process it runs in. */
export interface CliContext {
  readonly env: Environment;
  /** True when a person reads the output. */
  readonly isTerminal: boolean;
  readonly isColoured: boolean;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  openNet(settings: NetSettings): NodeNet;
  openData(settings: DataSettings, net: NodeNet): NodeData;
  out(line: string): void;
  err(line: string): void;
}

/** Runs one command and gives its exit status. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const command = readCommandLine(args);
  if (command.kind === 'help') {
    context.out(help());
    return EXIT.answer;
  }
  if (command.kind === 'misuse') {
    context.err(`sonde: ${printable(command.problem)}\n`);
    context.err(usage());
    return EXIT.usage;
  }
  const { settings, problems } = readEngineSettings(context.env);
  for (const line of [...misspelledVariables(context.env), ...problems]) context.err(`sonde: ${printable(line)}`);
  if (settings === null) return EXIT.usage;
  const net = context.openNet(settings.net);
  const data = context.openData(settings.data, net);
  try {
    return await lookUp(command, { net, data, limits: createTargetLimits(settings.limits) }, context);
  } finally {
    net.close();
    data.close();
  }
}

/** Only names that are close to one of ours: the variables of a server may be set here as well. */
function misspelledVariables(env: Environment): string[] {
  return unknownVariables(env, Object.keys(engineVariables))
    .filter(({ suggestion }) => suggestion !== null)
    .map(unknownVariableText);
}

type Lookup = Extract<Command, { kind: 'lookup' }>;
type Engines = Pick<RunContext, 'net' | 'data' | 'limits'>;

async function lookUp({ id, query, format }: Lookup, engines: Engines, context: CliContext): Promise<number> {
  const { signal, isTerminal, err } = context;
  const interpreted = interpretQuery(id, query);
  if (interpreted.note !== null) err(`sonde: ${printable(interpreted.note)}`);
  try {
    const answer = await measure(checkQuery(id, interpreted.query), { ...engines, signal });
    const target = interpreted.query[tools[id].target] ?? '';
    print({ id, target, answer }, format ?? (isTerminal ? 'table' : 'json'), context);
    for (const gap of answer.gaps) err(`sonde: not measured: ${gapText(gap)}`);
    return answer.gaps.length > 0 ? EXIT.gaps : EXIT.answer;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (!(error instanceof ToolError)) throw error;
    printFailure(error, context);
    return EXIT.failure;
  }
}

function print(printed: Omit<Printed, 'bold'>, format: Format, { isColoured, out }: CliContext): void {
  const bold = (text: string) => (isColoured ? `\u001b[1m${text}\u001b[22m` : text);
  out(formatAnswer(format, { ...printed, bold }));
}

function printFailure({ message, reason, code, cause }: ToolError, { err }: CliContext): void {
  err(`sonde: ${printable(message)}${reason === null ? '' : ` (${reason})`}`);
  if (reason !== null && reasons[reason].meaning !== message) err(reasons[reason].meaning);
  if (code === 'internal') err(printable(String(cause)));
}

function gapText({ part, code, retryAfterSeconds }: Answer['gaps'][number]): string {
  const retry = retryAfterSeconds === undefined ? '' : `; try again in ${retryAfterSeconds} s`;
  return `${printable(part)} (${code}${retry})`;
}
