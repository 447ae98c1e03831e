import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The cells of the map that a build has written. */
export interface WrittenCells {
  readonly hash: string;
  readonly keys: readonly string[];
}

export const cellFileName = (key: string, hash: string) => `map-${key}-${hash}.json`;

const PROGRAM = fileURLToPath(new URL('write-map-cells.ts', import.meta.url));
const MOST_BYTES = 1024 * 1024;

/**
 * Has a process of its own write the cells, with their compressed forms, into a folder that ends in a slash: it takes as long
 * as the bundler, which keeps this process busy.
 */
export async function writeCellsBeside(folder: string): Promise<WrittenCells> {
  const args = ['--import', 'tsx', PROGRAM, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: MOST_BYTES });
  return JSON.parse(stdout) as WrittenCells;
}
