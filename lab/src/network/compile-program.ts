import { createHash, randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/commands.ts';

const cache = fileURLToPath(new URL('../../.cache/network/', import.meta.url));
const header = 'enter-namespace.h';

/** The path of one of the lab's C programs, compiled if its source has changed. */
export async function compileProgram(name: 'links' | 'listeners' | 'paths/replier'): Promise<string> {
  const texts = await Promise.all([header, `${name}.c`].map((file) => readFile(source(file))));
  const version = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 16);
  const program = `${cache}${basename(name)}-${version}`;
  const isThere = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  await mkdir(cache, { recursive: true });
  // Another process may be compiling or running it at the same time.
  const fresh = `${program}.${randomUUID()}`;
  await runCommand('gcc', ['-std=gnu17', '-O2', '-o', fresh, source(`${name}.c`)]);
  await rename(fresh, program);
  return program;
}

function source(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
