import type { CliContext } from './cli-context.ts';
import { EXIT } from './exit-status.ts';
import { readCommandLine } from './input/command-line.ts';
import { printable } from './print/printable.ts';

/** Runs one command and returns its exit status. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const read = await readCommandLine(args);
  if (!('problem' in read)) return read.run(context);
  const { usage } = await import('./input/usage.ts');
  context.err(`sonde: ${printable(read.problem)}\n`);
  context.err(usage(read.command, context.columns));
  return EXIT.usage;
}
