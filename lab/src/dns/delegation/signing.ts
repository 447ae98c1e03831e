import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../processes/commands.ts';
import { putKept } from '../../processes/kept-files.ts';

/** Finding the primes of a long key takes a random time, on a busy machine up to half a minute. */
const KEY_MS = 60_000;

/**
 * Puts keys into a directory, the same ones in every lab: dnssec-keygen has made those of a zone side by side, so that
 * no two have the same tag.
 * @param keys arguments of dnssec-keygen for each
 * @param holder a zone has different keys for each
 */
export async function makeKeys(
  folder: string,
  zone: string,
  keys: readonly (readonly string[])[],
  holder = '',
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const calls = keys.map((key) => ['-q', '-K', '.', ...key, zone]);
  await putKept(['dnssec-keygen', JSON.stringify(calls), holder], folder, async (place) => {
    for (const call of calls) await runCommand('dnssec-keygen', call, place, KEY_MS);
  });
}

/** Signs a zone file with the keys of a directory, and leaves the DS lines there. */
export async function signZone(
  folder: string,
  { zone, from, to, args }: { zone: string; from: string; to: string; args: readonly string[] },
): Promise<void> {
  const smart = ['-q', '-S', '-P', '-K', '.', '-d', '.', '-O', 'full', '-o', zone];
  await runCommand('dnssec-signzone', [...smart, ...args, '-f', to, from], folder);
}

/** The DNSKEY lines of the keys in a folder. */
export async function publicKeys(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.key'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter((line) => /\sDNSKEY\s/.test(line)));
}

/** The DS lines of the keys with the SEP flag in a directory; of all keys if none has it. */
export async function dsLines(folder: string, digest = 'SHA-256'): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.key'));
  const lines = await Promise.all(
    files.map(async (name) => {
      const isSep = /\sDNSKEY\s+257\s/.test(await readFile(join(folder, name), 'utf8'));
      const line = await runCommand('dnssec-dsfromkey', ['-a', digest, name], folder);
      return { isSep, line };
    }),
  );
  const sep = lines.filter(({ isSep }) => isSep);
  const chosen = (sep.length > 0 ? sep : lines).map(({ line }) => line.trim());
  return chosen.length === 0 ? '' : `${chosen.join('\n')}\n`;
}
