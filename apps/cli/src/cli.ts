import type { CliContext } from './cli-context.ts';
import { EXIT } from './exit-status.ts';
import { readCommandLine } from './input/command-line.ts';
import { printable } from './print/printable.ts';

/** Runs one command and returns its exit status. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const read = await readWithPipe(args, context.isPiped === true);
  if (!('problem' in read)) return read.run(context);
  const { usage } = await import('./input/usage.ts');
  context.err(`sonde: ${printable(read.problem)}\n`);
  context.err(usage(read.command, context.columns));
  return EXIT.usage;
}

/** A list in a pipe stands for a target that is missing: `cat list | sonde dns MX`. */
async function readWithPipe(args: readonly string[], isPiped: boolean) {
  const read = await readCommandLine(args);
  const [name = '', ...others] = args;
  if (!('problem' in read) || read.lacks !== 'target' || !isPiped) return read;
  return readCommandLine([name, '-', ...others]);
}
