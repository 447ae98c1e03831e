import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository } from '../../scripts/repository-copy.ts';
import type { Mutant } from './mutants.ts';

/** Copies of the repository, side by side, until all work in them has finished. */
export async function inRepositoryCopies(count: number, work: (copy: string) => Promise<void>): Promise<void> {
  const copies = Array.from({ length: count }, copyRepository);
  try {
    for (const { folder } of copies) allowLinkedFiles(join(folder, 'apps/web/vitest.config.ts'));
    await Promise.all(copies.map(({ folder }) => work(folder)));
  } finally {
    for (const { remove } of copies) remove();
  }
}

/** Packages are linked and lie outside the copy; style sheets among them are read as files. */
function allowLinkedFiles(config: string): void {
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace('test: {', 'server: { fs: { strict: false } },\n  test: {'));
}

/** Makes the changes, all at once; several may be in one file. */
export function putIn(copy: string, mutants: readonly Mutant[]): void {
  putBack(copy, mutants);
  // From the end, so that the other offsets stay valid.
  for (const { file, at, from, to } of [...mutants].sort((a, b) => b.at - a.at)) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), text.slice(0, at) + to + text.slice(at + from.length));
  }
}

export function putBack(copy: string, mutants: readonly Mutant[]): void {
  for (const { file, text } of mutants) writeFileSync(join(copy, file), text);
}
