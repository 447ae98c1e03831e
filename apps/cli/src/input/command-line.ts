import type { Call, Command, Problem } from '../commands/command.ts';
import { commands } from '../commands/registry.ts';
import { type Arguments, optionProblem, readArguments } from './arguments.ts';
import { readBareWord } from './bare-target.ts';
import { generalOptions, type Option } from './option.ts';

/** The command to run, or what is wrong; the command is null if none is recognised. */
type CommandLine = (Call & { readonly name: string }) | (Problem & { readonly command: Command | null });

/** Reads the arguments after the program's name. */
export async function readCommandLine(args: readonly string[]): Promise<CommandLine> {
  const [first = '', ...rest] = args;
  if (first === '--version' || first === '-V') return readBehind('version', readArguments(rest, generalOptions));
  // The name determines which options may follow; options before it may belong to any command.
  const named = first.startsWith('-') ? null : await commands.find(first);
  const { words, ...given } = readArguments(args, named === null ? await allOptions() : optionsOf(named));
  const [name, ...others] = words;
  const behind = { ...given, words: others };
  if (given.values.get('help') === 'true') {
    const isKnown = name !== undefined && (await commands.find(name)) !== null;
    return readBehind('help', { ...noOptions, words: isKnown ? [name] : [] });
  }
  if (given.values.has('explain')) return readBehind('explain', { ...given, words });
  return name === undefined ? { problem: 'Name a tool or a target.', command: null } : readBehind(name, behind);
}

const noOptions: Pick<Arguments, 'values' | 'given'> = { values: new Map(), given: [] };

async function readBehind(name: string, args: Arguments): Promise<CommandLine> {
  const command = await commands.find(name);
  if (command === null) {
    const bare = await readBareWord(name, await commands.names());
    // A target alone is a report on it.
    return 'problem' in bare ? { ...bare, command } : readBehind('report', { ...args, words: [name, ...args.words] });
  }
  const wrong = optionProblem(args.given, name, optionsOf(command));
  if (wrong !== null) return { problem: wrong, command };
  const read = await command.read(args, commands);
  return 'problem' in read ? { ...read, command } : { ...read, name };
}

const optionsOf = ({ options }: Command): readonly Option[] => options.flatMap((group) => group.options);

/** All options of all commands. Options of the same name have the same kind in every command (tested). */
export async function allOptions(): Promise<readonly Option[]> {
  const { tools, others } = await commands.all();
  return [...tools, ...others].flatMap(optionsOf);
}
