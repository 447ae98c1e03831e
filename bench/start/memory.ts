import { readFile } from 'node:fs/promises';

/** The memory of a process in megabytes. */
export interface Memory {
  readonly rss: number;
  readonly pss: number;
  readonly anonymous: number;
}

/** `smaps_rollup` has a line for each in kilobytes of 1,024 octets. */
export async function readMemory(pid: number): Promise<Memory> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) =>
    Math.round((Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6);
  return { rss: read('Rss'), pss: read('Pss'), anonymous: read('Anonymous') };
}
