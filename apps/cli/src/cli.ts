import { closestTo } from '@sonde/contract/text/closest';
import { SONDE_VERSION } from '@sonde/contract/version';
import { dataUpdates, type NodeData, type NodeNet, readEngineSettings, UpdateRefused } from '@sonde/probes';
import { type CliContext, terminalOf, withEngines } from './cli-context.ts';
import { EXIT } from './exit-status.ts';
import { type Command, readCommandLine } from './input/command-line.ts';
import { completionScript } from './input/completion/script.ts';
import { help, toolHelp, usage } from './input/usage.ts';
import { type LookupContext, lookUp } from './look-up.ts';
import { findingCodes, renderCodes, renderExplanation } from './print/explanation.ts';
import { printable } from './print/printable.ts';
import { programs } from './programs.ts';
import { makeReport } from './report/make-report.ts';
import { type VerifyCommand, verify } from './verify/verify.ts';

const MAX_SIMILAR = 5;

/** Runs one command and gives its exit status. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const [name, ...rest] = args;
  const program = name === undefined ? undefined : programs.get(name);
  if (program !== undefined) return program(rest, context);
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
      return withEngines(context, ({ data }) => update(command, data, context));
    case 'verify':
      return runVerify(command, context);
    case 'lookup':
      return measure(command, context, (engines) => lookUp(command, engines));
    case 'report':
      return measure(command, context, (engines) => makeReport(command, engines));
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

/** Makes lookups with the engines as the environment configures them. */
function measure(
  { color }: { readonly color: boolean | null },
  context: CliContext,
  run: (context: LookupContext) => Promise<number>,
): Promise<number> {
  const { isTerminal, signal, out, err } = context;
  const terminal = terminalOf(context, color);
  return withEngines(context, (engines) => run({ engines, terminal, isTerminal, signal, out, err }));
}
