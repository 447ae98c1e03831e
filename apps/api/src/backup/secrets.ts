import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pemFromSecret } from '@sonde/service/snapshots/signing-key';
import type { AccountSettings } from '../accounts/settings.ts';

/** What sessions and signatures need, as a server with these settings uses it; null for what it has not needed yet. */
export async function secretsOf({ secret, dataDir }: Pick<AccountSettings, 'secret' | 'dataDir'>) {
  if (secret !== null) return { secret, 'signing-key.pem': await pemFromSecret(secret) };
  return { secret: await readKept(dataDir, 'secret'), 'signing-key.pem': await readKept(dataDir, 'signing-key.pem') };
}

export async function readKept(folder: string, name: string): Promise<string | null> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' ? null : text.trim();
}
