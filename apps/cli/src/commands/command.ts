// commands/: each command is described once; dispatch, help, suggestions and completion are derived from that.
import type { CliContext } from '../cli-context.ts';
import type { Arguments } from '../input/arguments.ts';
import type { Option } from '../input/option.ts';

/** A group of options with its heading in the help. */
export interface OptionGroup {
  readonly heading: string;
  readonly options: readonly Option[];
}

/** What shells offer to complete a word: these words, the hosts that they know, or files. */
export type Offered = readonly string[] | 'hosts' | 'files';

/** All commands, for those that refer to other commands. Each is loaded on demand. */
export interface Commands {
  /** Null for a name that no command has. */
  find(name: string): Promise<Command | null>;
  names(): Promise<readonly string[]>;
  /** The commands of the tools, and all others. */
  all(): Promise<{ readonly tools: readonly Command[]; readonly others: readonly Command[] }>;
}

/** The help of a command, apart from its options. */
interface Described {
  /** The word after `sonde`. */
  readonly name: string;
  /** One sentence without its full stop. */
  readonly summary: string;
  /** What follows the name, such as `[CODE]`; empty if nothing does. */
  readonly words: string;
  readonly options: readonly OptionGroup[];
  /** Headings with paragraphs, printed above the options. */
  readonly details?: readonly (readonly [heading: string, paragraphs: readonly string[]])[];
  /** Exit statuses with their meanings, if they differ from those of other commands. */
  readonly statuses?: readonly (readonly [status: string, meaning: string])[];
  readonly examples: readonly string[];
  /** What shells offer after the command's name. */
  offered(commands: Commands): Offered | Promise<Offered>;
}

/** The meaning of the words and options of a command, or why they cannot be understood. */
export type Read<Asked> = { readonly asked: Asked } | Problem;

export interface Problem {
  readonly problem: string;
  /** Set if nothing but the target is missing. */
  readonly lacks?: 'target';
}

interface Definition<Asked> extends Described {
  /** Reads arguments whose options are known and have valid values. */
  read(args: Arguments, commands: Commands): Read<Asked> | Promise<Read<Asked>>;
  /** Runs the command and returns the exit status. */
  run(asked: Asked, context: CliContext, commands: Commands): Promise<number> | number;
}

/** A command with its arguments, ready to run. */
export interface Call {
  readonly asked: unknown;
  run(context: CliContext): Promise<number> | number;
}

export interface Command extends Described {
  read(args: Arguments, commands: Commands): Promise<Call | Problem>;
}

/** Defines a command, checking that what it reads is what it runs. */
export function defineCommand<Asked>({ read, run, ...described }: Definition<Asked>): Command {
  return {
    ...described,
    async read(args, commands) {
      const found = await read(args, commands);
      if ('problem' in found) return found;
      return { asked: found.asked, run: (context) => run(found.asked, context, commands) };
    },
  };
}

/** The exit statuses of commands that only print a text. */
export const printingStatuses = [
  ['0', 'printed'],
  ['64', 'wrong usage'],
] as const;

/** Reads a command that takes no words. */
export function readNothing(name: string): (args: Arguments) => Read<null> {
  return ({ words }) => (words.length === 0 ? { asked: null } : { problem: `${name} takes no arguments.` });
}
