import { closestTo } from '@sonde/contract/text/closest';
import { SONDE_VERSION } from '@sonde/contract/version';
import {
  createTargetLimits,
  type DataSettings,
  dataUpdates,
  type Environment,
  engineVariables,
  type NetSettings,
  type NodeData,
  type NodeNet,
  readEngineSettings,
  UpdateRefused,
  unknownVariables,
  unknownVariableText,
} from '@sonde/probes';
import { EXIT } from './exit-status.ts';
import { type Command, readCommandLine } from './input/command-line.ts';
import { completionScript } from './input/completion/script.ts';
import { help, toolHelp, usage } from './input/usage.ts';
import { type LookupContext, lookUp } from './look-up.ts';
import { findingCodes, renderCodes, renderExplanation } from './print/explanation.ts';
import { printable } from './print/printable.ts';
import type { Terminal } from './print/terminal.ts';
import { makeReport } from './report/make-report.ts';
import { type VerifyCommand, verify } from './verify/verify.ts';

const MAX_SIMILAR = 5;

/** All that a command has to do with the process it runs in. */
export interface CliContext {
  readonly env: Environment;
  /** True when a person reads the output. */
  readonly isTerminal: boolean;
  /** Whether text is coloured unless an option says otherwise. */
  readonly isColoured: boolean;
  /** How wide a line of text may be. */
  readonly columns: number;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Starts the server in this process, which then ends by signals; null when it is not there. */
  serve(): Promise<void> | null;
  openNet(settings: NetSettings): NodeNet;
  openData(settings: DataSettings, net: NodeNet): NodeData;
  out(line: string): void;
  err(line: string): void;
}

/** Runs one command and gives its exit status. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const command = readCommandLine(args);
  const { columns, out, err } = context;
  switch (command.kind) {
    case 'help':
      out(command.topic === null ? help(columns) : toolHelp(command.topic, columns));
      return EXIT.answer;
    case 'version':
      out(SONDE_VERSION);
      return EXIT.answer;
    case 'serve':
      return serve(context);
    case 'explain':
      return explain(command, context);
    case 'completion':
      out(completionScript(command.shell).trimEnd());
      return EXIT.answer;
    case 'misuse':
      err(`sonde: ${printable(command.problem)}\n`);
      err(usage(command.topic, columns));
      return EXIT.usage;
    case 'update':
      return withEngines({ color: null }, context, (_, data) => update(command, data, context));
    case 'verify':
      return runVerify(command, context);
    case 'lookup':
      return withEngines(command, context, (engines) => lookUp(command, engines));
    case 'report':
      return withEngines(command, context, (engines) => makeReport(command, engines));
  }
}

async function serve(context: CliContext): Promise<number> {
  const started = context.serve();
  if (started === null) {
    context.err('sonde: The server is not built yet: run npm run build.');
    return EXIT.failure;
  }
  await started;
  return EXIT.answer;
}

function explain({ code }: Extract<Command, { kind: 'explain' }>, context: CliContext): number {
  const terminal = terminalOf(context, null);
  const known = findingCodes.find((one) => one === code);
  if (code === null) context.out(renderCodes(terminal).join('\n'));
  else if (known !== undefined) context.out(renderExplanation(known, terminal).join('\n'));
  else return unknownCode(code, context);
  return EXIT.answer;
}

function unknownCode(code: string, { err }: CliContext): number {
  // Codes are long and made of the same words: what is half the same may be meant.
  const similar = closestTo(code, findingCodes, Math.ceil(code.length / 2)).slice(0, MAX_SIMILAR);
  const containing = findingCodes.filter((one) => code.length > 2 && one.includes(code));
  const nearest = [...new Set([...containing, ...similar])].slice(0, MAX_SIMILAR);
  err(`sonde: There is no finding ${printable(JSON.stringify(code))}.`);
  if (nearest.length > 0) err(`The nearest: ${nearest.join(', ')}.`);
  err('sonde explain lists all.');
  return EXIT.usage;
}

/** Offline, unless the keys are behind a URL. */
async function runVerify(command: VerifyCommand, context: CliContext): Promise<number> {
  const { settings, problems } = readEngineSettings(context.env);
  if (settings === null) {
    for (const line of problems) context.err(`sonde: ${printable(line)}`);
    return EXIT.usage;
  }
  let net: NodeNet | null = null;
  const openNet = () => {
    net ??= context.openNet(settings.net);
    return net;
  };
  try {
    return await verify(command, { ...context, openNet });
  } finally {
    (net as NodeNet | null)?.close();
  }
}

/** Renews what a tool keeps in the data folder. */
async function update({ id, sources }: Extract<Command, { kind: 'update' }>, data: NodeData, context: CliContext) {
  try {
    context.out(printable((await dataUpdates[id]?.(data, sources, context.signal)) ?? ''));
    return EXIT.answer;
  } catch (error) {
    if (context.signal.aborted) return EXIT.interrupted;
    if (!(error instanceof UpdateRefused)) throw error;
    context.err(`sonde: Nothing was changed. ${printable(error.message)}`);
    return EXIT.failure;
  }
}

/** Runs what measures, with the engines as the environment configures them. */
async function withEngines(
  { color }: { readonly color: boolean | null },
  context: CliContext,
  run: (context: LookupContext, data: NodeData) => Promise<number>,
): Promise<number> {
  const { settings, problems } = readEngineSettings(context.env);
  for (const line of [...misspelledVariables(context.env), ...problems]) context.err(`sonde: ${printable(line)}`);
  if (settings === null) return EXIT.usage;
  const net = context.openNet(settings.net);
  const data = context.openData(settings.data, net);
  try {
    const { isTerminal, signal, out, err } = context;
    const terminal = terminalOf(context, color);
    const engines = { net, data, limits: createTargetLimits(settings.limits) };
    return await run({ engines, terminal, isTerminal, signal, out, err }, data);
  } finally {
    net.close();
    data.close();
  }
}

function terminalOf({ columns, isColoured }: CliContext, color: boolean | null): Terminal {
  return { columns, isColoured: color ?? isColoured };
}

/** Only names similar to one of Sonde’s: the variables of a server may be set here as well. */
function misspelledVariables(env: Environment): string[] {
  return unknownVariables(env, Object.keys(engineVariables))
    .filter(({ suggestion }) => suggestion !== null)
    .map(unknownVariableText);
}
