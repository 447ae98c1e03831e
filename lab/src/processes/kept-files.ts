import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../.cache/lab/kept/', import.meta.url));

/**
 * Puts files into a folder that may be the same in every lab, such as private keys: the first lab on this machine makes
 * them, which takes long, and the others get copies.
 * @param what everything that the files depend on
 * @param make writes the files into the folder that it is given
 */
export async function putKept(
  what: readonly string[],
  folder: string,
  make: (folder: string) => Promise<unknown>,
  kept = cache,
): Promise<void> {
  const path = `${kept}${createHash('sha256').update(JSON.stringify(what)).digest('hex')}`;
  try {
    if (!(await isThere(path))) await makeOnce(path, make);
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // A clone that this user may not write to.
    await make(folder);
    return;
  }
  await cp(path, folder, { recursive: true });
}

async function makeOnce(path: string, make: (folder: string) => Promise<unknown>): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  try {
    await make(fresh);
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was faster: its files are as good.
    if (!(await isThere(path))) throw error;
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
