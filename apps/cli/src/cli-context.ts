import {
  createTargetLimits,
  type DataSettings,
  type Environment,
  engineVariables,
  type NetSettings,
  type NodeData,
  type NodeNet,
  readEngineSettings,
  type TargetLimits,
  unknownVariables,
  unknownVariableText,
} from '@sonde/probes';
import { EXIT } from './exit-status.ts';
import { printable } from './print/printable.ts';
import type { Terminal } from './print/terminal.ts';

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

/** What measures: the network layer, the data of this machine, and the limits towards targets. */
export interface Engines {
  readonly net: NodeNet;
  readonly data: NodeData;
  readonly limits: TargetLimits;
}

/** Runs `work` with the network layer and the data that the environment describes. */
export async function withEngines(context: CliContext, work: (engines: Engines) => Promise<number>): Promise<number> {
  const { settings, problems } = readEngineSettings(context.env);
  for (const line of [...misspelledVariables(context.env), ...problems]) context.err(`sonde: ${printable(line)}`);
  if (settings === null) return EXIT.usage;
  const net = context.openNet(settings.net);
  const data = context.openData(settings.data, net);
  try {
    return await work({ net, data, limits: createTargetLimits(settings.limits) });
  } finally {
    net.close();
    data.close();
  }
}

/** What one lookup, or those of a report, are made and printed with. */
export interface LookupContext {
  readonly engines: Engines;
  readonly terminal: Terminal;
  /** True when a person reads the output. */
  readonly isTerminal: boolean;
  readonly signal: AbortSignal;
  out(text: string): void;
  err(text: string): void;
}

/** Makes lookups with the engines as the environment configures them. */
export function withLookups(
  context: CliContext,
  color: boolean | null,
  run: (context: LookupContext) => Promise<number>,
): Promise<number> {
  const { isTerminal, signal, out, err } = context;
  const terminal = terminalOf(context, color);
  return withEngines(context, (engines) => run({ engines, terminal, isTerminal, signal, out, err }));
}

export function terminalOf({ columns, isColoured }: CliContext, color: boolean | null): Terminal {
  return { columns, isColoured: color ?? isColoured };
}

/** Only names similar to one of Sonde’s: the variables of a server may be set here as well. */
function misspelledVariables(env: Environment): string[] {
  return unknownVariables(env, Object.keys(engineVariables))
    .filter(({ suggestion }) => suggestion !== null)
    .map(unknownVariableText);
}
