import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BYTES = 32;

/** Returns the secret of this data folder, generated if there is none. Only the owner of the file may read it. */
export function keptSecret(dataDir: string): Promise<string> {
  return keptText(dataDir, 'secret', () => randomBytes(BYTES).toString('base64url'));
}

/** Returns the key of this data folder that signs snapshots (PKCS #8 in PEM), generated if there is none. */
export function keptSigningKey(dataDir: string): Promise<string> {
  return keptText(dataDir, 'signing-key.pem', () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
  );
}

async function keptText(dataDir: string, name: string, generate: () => string): Promise<string> {
  const path = join(dataDir, name);
  return (await read(path)) ?? (await make(dataDir, path, generate()));
}

async function make(dataDir: string, path: string, generated: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${generated}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // A link makes the complete file appear at once. If another process was faster, its file is used.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  const text = await read(path);
  if (text === null) throw new Error(`${path} cannot be written.`);
  return text;
}

async function read(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' ? null : text.trim();
}
