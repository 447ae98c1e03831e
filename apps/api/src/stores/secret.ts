import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BYTES = 32;

/** The secret of this data folder, generated now if there is none. Only its owner may read it. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  return (await read(path)) ?? (await make(dataDir, path));
}

async function make(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Written as a whole; if another process was faster, its secret counts.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  const secret = await read(path);
  if (secret === null) throw new Error(`${path} cannot be written.`);
  return secret;
}

async function read(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' ? null : text.trim();
}
