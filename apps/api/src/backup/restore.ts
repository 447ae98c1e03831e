import { randomBytes } from 'node:crypto';
import { chmod, constants, copyFile, link, mkdir, open, readdir, rm, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AccountSettings } from '../accounts/settings.ts';
import { damageOf, openReader, tablesOf } from '../stores/embedded/database-copy.ts';
import { databaseFile, openEmbedded } from '../stores/embedded/embedded-database.ts';
import { type BackupFile, fileNames, readManifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { readKept } from './secrets.ts';

type Settings = Pick<AccountSettings, 'dataDir' | 'databaseUrl' | 'secret'>;

export interface Restored {
  readonly files: readonly BackupFile[];
  /** Whether `SONDE_SECRET` is set to another secret than that of the backup, which signs all members out. */
  readonly hasOtherSecret: boolean;
}

/**
 * Restores a backup into the data folder, or into the database of `DATABASE_URL`, which must be empty. Either all of it is restored
 * or nothing.
 * @throws BackupRefused; the signal's reason
 */
export async function restore(source: string, settings: Settings, signal: AbortSignal): Promise<Restored> {
  const folder = resolve(source);
  const manifest = await readManifest(folder);
  const names = fileNames(manifest);
  await refuseNewer(manifest.migrations);
  const { dataDir, databaseUrl } = settings;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (databaseUrl === null) await refuseExisting(dataDir);
  const draft = join(dataDir, `restore-${randomBytes(4).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  try {
    for (const name of names) await copyPrivate(join(folder, name), join(draft, name));
    const damage = names.includes('sonde.db') ? damageOf(databaseFile(draft)) : null;
    if (damage !== null) throw new BackupRefused(`The database of the backup is damaged: ${damage}`);
    signal.throwIfAborted();
    if (databaseUrl === null) await putIntoFolder(draft, dataDir, names);
    else if (names.includes('sonde.db')) await putIntoPostgres(draft, databaseUrl, signal);
    const kept = await readKept(folder, 'secret');
    return { files: names, hasOtherSecret: settings.secret !== null && kept !== null && settings.secret !== kept };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function refuseNewer(applied: readonly string[]): Promise<void> {
  const { unknownMigrations } = await import('../stores/migrations.ts');
  if (unknownMigrations(applied).length === 0) return;
  throw new BackupRefused('This backup is of a newer Sonde: restore it with that version or a later one.');
}

async function refuseExisting(dataDir: string): Promise<void> {
  const found = await readdir(dataDir);
  // A log without its database would be applied to the restored one.
  const kept = found.find((name) => /^(?:sonde\.db(?:-wal|-shm)?|secret|signing-key\.pem)$/.test(name));
  if (kept === undefined) return;
  throw new BackupRefused(`${join(dataDir, kept)} exists already: restore into an empty folder, or move it away.`);
}

async function copyPrivate(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await chmod(to, 0o600);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Every file appears at once; the database last, since a server needs the others for it. */
async function putIntoFolder(draft: string, dataDir: string, names: readonly BackupFile[]): Promise<void> {
  const put: string[] = [];
  try {
    for (const name of names.toReversed()) {
      await link(join(draft, name), join(dataDir, name));
      put.push(join(dataDir, name));
    }
  } catch (error) {
    for (const path of put) await unlink(path);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupRefused(`A server is using ${dataDir}: stop it, and restore into an empty folder.`);
  }
}

/** Inserts all rows in one transaction. */
async function putIntoPostgres(draft: string, url: string, signal: AbortSignal): Promise<void> {
  const [{ openPostgres }, { migrate }, { copyFromFile, filledTables }] = await Promise.all([
    import('../stores/postgres-database.ts'),
    import('../stores/migrations.ts'),
    import('../stores/copied-rows.ts'),
  ]);
  const file = await openEmbedded(draft, () => {});
  try {
    await migrate(file);
  } finally {
    await file.destroy();
  }
  const reader = openReader(databaseFile(draft));
  const { db } = await openPostgres(url, () => {});
  try {
    await migrate(db);
    const tables = tablesOf(reader);
    await db.transaction().execute(async (transaction) => {
      const filled = await filledTables(transaction, tables);
      // A server that has only been started has noted the time.
      const other = filled.find((name) => name !== 'clock');
      if (other !== undefined)
        throw new BackupRefused(`The database of DATABASE_URL has rows in ${other}: restore into an empty one.`);
      await transaction.deleteFrom('clock').execute();
      for (const table of tables) await copyFromFile(transaction, reader, table, signal);
    });
  } finally {
    await db.destroy();
    reader.close();
  }
}
