import { readCommandLine } from '../command-line.ts';

/** The command and its arguments, or what is wrong. */
export async function read(args: readonly string[]) {
  const found = await readCommandLine(args);
  if ('problem' in found) return { problem: found.problem };
  const { name, asked } = found;
  return typeof asked === 'object' && asked !== null ? { name, ...asked } : { name, asked };
}
