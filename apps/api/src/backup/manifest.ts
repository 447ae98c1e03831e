import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SONDE_VERSION } from '@sonde/contract/version';
import * as z from 'zod';
import { BackupRefused } from './refused.ts';

/** The files that a backup may consist of, named as in a data folder. */
export const BACKUP_FILES = ['sonde.db', 'secret', 'signing-key.pem'] as const;
export type BackupFile = (typeof BACKUP_FILES)[number];

const MANIFEST = 'backup.json';
const MAX_MANIFEST_BYTES = 64 * 1024;
const FORMAT = 1;

const Manifest = z.object({
  format: z.literal(FORMAT),
  sonde: z.string(),
  madeAt: z.iso.datetime(),
  /** The kind of store that it was made of. */
  store: z.enum(['embedded', 'postgresql']),
  /** The changes of the tables that the database has had. */
  migrations: z.array(z.string()),
  files: z.partialRecord(
    z.enum(BACKUP_FILES),
    z.strictObject({ bytes: z.number(), sha256: z.string().regex(/^[\da-f]{64}$/) }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

/** Writes the description of the files in `folder`, of which a restored copy is checked. */
export async function writeManifest(
  folder: string,
  { store, migrations }: Pick<Manifest, 'store' | 'migrations'>,
  names: readonly BackupFile[],
): Promise<void> {
  const described = await Promise.all(names.map(async (name) => [name, await describe(join(folder, name))] as const));
  const manifest: Manifest = {
    format: FORMAT,
    sonde: SONDE_VERSION,
    madeAt: new Date().toISOString(),
    store,
    migrations,
    files: Object.fromEntries(described),
  };
  await writePrivate(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Reads the description of a backup, and compares all of its files with it.
 * @throws BackupRefused if the folder is no whole backup
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await parseManifest(folder);
  for (const name of fileNames(manifest)) {
    const wanted = manifest.files[name];
    const found = await describe(join(folder, name)).catch(() => null);
    if (found === null) throw new BackupRefused(`${join(folder, name)} cannot be read.`);
    if (found.sha256 !== wanted?.sha256)
      throw new BackupRefused(`${join(folder, name)} is not what was backed up: it was changed or damaged.`);
  }
  return manifest;
}

export const fileNames = ({ files }: Manifest) => BACKUP_FILES.filter((name) => files[name] !== undefined);

async function parseManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw new BackupRefused(`${folder} is not a backup of Sonde: it has no readable ${MANIFEST}.`);
  if (size > MAX_MANIFEST_BYTES) throw new BackupRefused(`${path} is larger than any description of a backup.`);
  const parsed = Manifest.safeParse(jsonOf(await readFile(path, 'utf8')));
  if (!parsed.success)
    throw new BackupRefused(`${path} is not the description of a backup that this version can read.`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function describe(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes a new file that only its owner may read, and waits until it is on the disk. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
