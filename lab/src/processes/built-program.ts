import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './commands.ts';
import { putKept } from './kept-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cache = fileURLToPath(new URL('../../../.cache/lab/built/', import.meta.url));
const SOURCES = ['package-lock.json', 'packages', 'apps/api', 'apps/cli'];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.types']);
const AN_HOUR_MS = 3_600_000;

/**
 * Builds the server or the command into a folder. The first test that needs it after a change of the sources builds it,
 * in a second of processor time, and the others get copies.
 * @param file of the program; further files stand beside it
 */
export async function putBuilt(app: 'api' | 'cli', folder: string, file: string): Promise<void> {
  const kept = `${cache}${app}/`;
  await mkdir(folder, { recursive: true });
  const build = async (place: string) => {
    await runCommand(process.execPath, [join(root, 'apps', app, 'build.mjs'), join(place, file)], root, 60_000);
    await removeOld(kept);
  };
  await putKept([file, sourcesState()], folder, build, kept);
}

/** Changes with every file that is written, added, removed or renamed. */
function sourcesState(): string {
  const state = createHash('sha256');
  const add = (path: string) => {
    const found = lstatSync(path);
    state.update(`${path} ${found.mtimeMs} ${found.size}\n`);
    if (!found.isDirectory()) return;
    for (const name of readdirSync(path).sort()) if (!NOT_SOURCES.has(name)) add(join(path, name));
  };
  for (const name of SOURCES) add(join(root, name));
  return state.digest('hex');
}

/** Removes what was built from earlier sources. */
async function removeOld(kept: string): Promise<void> {
  for (const name of await readdir(kept).catch(() => [])) {
    const path = join(kept, name);
    const changedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (changedMs < Date.now() - AN_HOUR_MS) await rm(path, { recursive: true, force: true });
  }
}
