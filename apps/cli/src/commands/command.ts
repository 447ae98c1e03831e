// In this folder: the commands. Each is described once; dispatch, help, suggestions and completion follow from that.
import type { CliContext } from '../cli-context.ts';
import type { Arguments } from '../input/arguments.ts';
import type { Option } from '../input/option.ts';

/** Options with the heading above them in the help. */
export interface OptionGroup {
  readonly heading: string;
  readonly options: readonly Option[];
}

/** What shells offer for a word: these words, the hosts that they know, or files. */
export type Offered = readonly string[] | 'hosts' | 'files';

/** All the commands, for those that are about commands. Each is loaded when it is asked for. */
export interface Commands {
  /** Null for a name that no command has. */
  find(name: string): Promise<Command | null>;
  names(): Promise<readonly string[]>;
  /** The tools, and the commands beside them. */
  all(): Promise<{ readonly tools: readonly Command[]; readonly others: readonly Command[] }>;
}

/** What the help of a command consists of, beside its options. */
interface Described {
  /** The word behind `sonde`. */
  readonly name: string;
  /** One sentence without its full stop. */
  readonly summary: string;
  /** What stands behind the name, such as `[CODE]`; empty where there is nothing. */
  readonly words: string;
  readonly options: readonly OptionGroup[];
  /** Above the options: headings with paragraphs. */
  readonly details?: readonly (readonly [heading: string, paragraphs: readonly string[]])[];
  /** Exit statuses with their meaning, where they are not those of every command. */
  readonly statuses?: readonly (readonly [status: string, meaning: string])[];
  readonly examples: readonly string[];
  /** What may follow the name. */
  offered(commands: Commands): Offered | Promise<Offered>;
}

/** What the words and options behind a name ask for, or why that cannot be understood. */
export type Read<Asked> = { readonly asked: Asked } | { readonly problem: string };

interface Definition<Asked> extends Described {
  /** Its options are known and have values that they take. */
  read(args: Arguments, commands: Commands): Read<Asked> | Promise<Read<Asked>>;
  /** Gives the exit status. */
  run(asked: Asked, context: CliContext, commands: Commands): Promise<number> | number;
}

/** What was asked for, ready to be run. */
export interface Call {
  readonly asked: unknown;
  run(context: CliContext): Promise<number> | number;
}

export interface Command extends Described {
  read(args: Arguments, commands: Commands): Promise<Call | { readonly problem: string }>;
}

/** A command of which the types of what it reads and of what it runs fit together. */
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

/** Reads a command that takes no words. */
export function readNothing(name: string): (args: Arguments) => Read<null> {
  return ({ words }) => (words.length === 0 ? { asked: null } : { problem: `${name} takes no words.` });
}
