import { reasons, ToolError } from '@sonde/contract';
import {
  type Answer,
  checkQuery,
  createTargetLimits,
  type DataSettings,
  measure,
  type NetSettings,
  type NodeData,
  type NodeNet,
  type RunContext,
  readDataSettings,
  readLimitSettings,
  readNetSettings,
} from '@sonde/probes';
import { type Command, readCommandLine } from './command-line.ts';
import { meantQuery } from './meant-target.ts';
import { printable, printableJson } from './printable.ts';
import { renderAnswer } from './render.ts';
import { usage } from './usage.ts';

/** The documented exit statuses (64 is EX_USAGE of sysexits.h), and what a shell makes of Ctrl-C. */
export const EXIT = { answer: 0, failure: 1, gaps: 2, usage: 64, interrupted: 130 } as const;

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when a person reads the output. */
  readonly isTerminal: boolean;
  readonly isColoured: boolean;
  /** Fires when the person has had enough. */
  readonly signal: AbortSignal;
  openNet(settings: NetSettings): NodeNet;
  openData(settings: DataSettings, net: NodeNet): NodeData;
  out(line: string): void;
  err(line: string): void;
}

/** Runs one command and gives its exit status. */
export async function runCli(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const command = readCommandLine(args);
  if (command.kind === 'help') {
    surroundings.out(usage());
    return EXIT.answer;
  }
  if (command.kind === 'misuse') {
    surroundings.err(`sonde: ${printable(command.problem)}\n`);
    surroundings.err(usage());
    return EXIT.usage;
  }
  const forNet = readNetSettings(surroundings.env);
  const forData = readDataSettings(surroundings.env);
  const forLimits = readLimitSettings(surroundings.env);
  if (forNet.settings === null || forData.settings === null || forLimits.settings === null) {
    const problems = [...forNet.problems, ...forData.problems, ...forLimits.problems];
    for (const problem of problems) surroundings.err(`sonde: ${printable(problem)}`);
    return EXIT.usage;
  }
  const net = surroundings.openNet(forNet.settings);
  const data = surroundings.openData(forData.settings, net);
  try {
    return await lookUp(command, { net, data, limits: createTargetLimits(forLimits.settings) }, surroundings);
  } finally {
    net.close();
    data.close();
  }
}

type Lookup = Extract<Command, { kind: 'lookup' }>;

async function lookUp(
  { id, query, isJson }: Lookup,
  means: Pick<RunContext, 'net' | 'data' | 'limits'>,
  surroundings: Surroundings,
): Promise<number> {
  const { signal, isTerminal, err } = surroundings;
  const meant = meantQuery(id, query);
  if (meant.note !== null) err(`sonde: ${printable(meant.note)}`);
  try {
    const answer: Answer = await measure(checkQuery(id, meant.query), { ...means, signal });
    tellAnswer(answer, isJson || !isTerminal, surroundings);
    for (const gap of answer.gaps) err(`sonde: not measured: ${gapText(gap)}`);
    return answer.gaps.length > 0 ? EXIT.gaps : EXIT.answer;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (!(error instanceof ToolError)) throw error;
    err(`sonde: ${printable(error.message)}${error.reason === null ? '' : ` (${error.reason})`}`);
    if (error.reason !== null && reasons[error.reason].means !== error.message) err(reasons[error.reason].means);
    if (error.code === 'internal') err(printable(String(error.cause)));
    return EXIT.failure;
  }
}

function gapText({ part, code, retryAfterSeconds }: Answer['gaps'][number]): string {
  const again = retryAfterSeconds === undefined ? '' : `; try again in ${retryAfterSeconds} s`;
  return `${printable(part)} (${code}${again})`;
}

function tellAnswer(answer: Answer, isJson: boolean, { isColoured, out }: Surroundings): void {
  const { gaps: _, ...data } = answer;
  const heading = (text: string) => (isColoured ? `\u001b[1m${text}\u001b[22m` : text);
  out(isJson ? printableJson(answer) : renderAnswer(data, heading));
}
