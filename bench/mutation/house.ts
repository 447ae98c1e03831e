import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyHouse } from '../../scripts/house-copy.ts';
import type { Mutant } from './mutants.ts';

/** Copies of the repository, side by side, until all work in them has ended. */
export async function inHouses(count: number, work: (house: string) => Promise<void>): Promise<void> {
  const houses = Array.from({ length: count }, copyHouse);
  try {
    for (const { folder } of houses) allowLinkedFiles(join(folder, 'apps/web/vitest.config.ts'));
    await Promise.all(houses.map(({ folder }) => work(folder)));
  } finally {
    for (const { remove } of houses) remove();
  }
}

/** The packages are linked, and lie outside the house; a stylesheet among them is read as a file. */
function allowLinkedFiles(config: string): void {
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace('test: {', 'server: { fs: { strict: false } },\n  test: {'));
}

/** Makes the changes, all at once; several may be in one file. */
export function putIn(house: string, mutants: readonly Mutant[]): void {
  putBack(house, mutants);
  // From the end, so that what is still to come stays where it is.
  for (const { file, at, from, to } of [...mutants].sort((a, b) => b.at - a.at)) {
    const text = readFileSync(join(house, file), 'utf8');
    writeFileSync(join(house, file), text.slice(0, at) + to + text.slice(at + from.length));
  }
}

export function putBack(house: string, mutants: readonly Mutant[]): void {
  for (const { file, text } of mutants) writeFileSync(join(house, file), text);
}
