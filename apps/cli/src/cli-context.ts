import type { DataSettings, Environment, NetSettings, NodeData, NodeNet, TargetLimits } from '@sonde/probes';
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
  openNet(settings: NetSettings): NodeNet | Promise<NodeNet>;
  openData(settings: DataSettings, net: NodeNet): NodeData | Promise<NodeData>;
  out(line: string): void;
  err(line: string): void;
}

/** What measures: the network layer, the data of this machine, and the limits towards targets. */
export interface Engines {
  readonly net: NodeNet;
  readonly data: NodeData;
  readonly limits: TargetLimits;
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

export function terminalOf({ columns, isColoured }: CliContext, color: boolean | null): Terminal {
  return { columns, isColoured: color ?? isColoured };
}
