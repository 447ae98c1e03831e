import type { DataSettings, Environment, NetSettings, NodeData, NodeNet, TargetLimits } from '@sonde/probes';
import type { PlacesAction } from '@sonde/service/places/new-place';
import type { Terminal } from './print/terminal.ts';

export type BackupAction = 'backup' | 'restore';

/** Backs up or restores the store that `env` names; what it says is for the operator. */
type BackupProgram = (
  action: BackupAction,
  folder: string,
  env: Environment,
  signal: AbortSignal,
) => Promise<{ readonly status: 'done' | 'refused' | 'misconfigured'; readonly said: readonly string[] }>;

/** Changes or lists the places in the store that `env` names; what it says is for the operator. */
type PlacesProgram = (
  asked: PlacesAction,
  env: Environment,
) => Promise<{ readonly status: 'done' | 'refused' | 'misconfigured'; readonly said: readonly string[] }>;

/** Everything that a command needs from the process it runs in. */
export interface CliContext {
  readonly env: Environment;
  /** True when a person reads the output. */
  readonly isTerminal: boolean;
  /** Whether text is coloured unless an option says otherwise. */
  readonly isColoured: boolean;
  /** How wide a line of text may be. */
  readonly columns: number;
  /** Whether standard input is a pipe of a shell, or a file: not a terminal, and not what a program left open. */
  readonly isPiped?: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Starts the server in this process, which then ends by signals; null if the server is not available. */
  serve(): Promise<void> | null;
  /** The program beside the server that backs up and restores; null if it is not available. */
  openBackup(): Promise<BackupProgram | null>;
  /** The program beside the server that manages its places; null if it is not available. */
  openPlaces(): Promise<PlacesProgram | null>;
  openNet(settings: NetSettings): NodeNet | Promise<NodeNet>;
  openData(settings: DataSettings, net: NodeNet): NodeData | Promise<NodeData>;
  out(line: string): void;
  err(line: string): void;
}

/** The means of measuring: the network layer, the data on this machine, and the limits towards targets. */
export interface MeasuringEngines {
  readonly net: NodeNet;
  readonly data: NodeData;
  readonly limits: TargetLimits;
}

/** What a lookup or a report needs to be made and printed. */
export interface LookupContext {
  readonly engines: MeasuringEngines;
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
