import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { AccountSettings } from '../accounts/settings.ts';
import { copyDatabase, damageOf, migrationsOfFile } from '../stores/embedded/database-copy.ts';
import { databaseFile, openEmbedded } from '../stores/embedded/embedded-database.ts';
import { type BackupFile, type Manifest, writeManifest, writePrivate } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { secretsOf } from './secrets.ts';

type Copied = Pick<Manifest, 'store' | 'migrations'>;
type Settings = Pick<AccountSettings, 'dataDir' | 'databaseUrl' | 'secret'>;

/**
 * Copies the store, its secret and the signing key into a new folder, while servers may be using them. The folder is complete when
 * it appears, and laid out as a data folder.
 * @throws BackupRefused; the signal's reason
 */
export async function backUp(target: string, settings: Settings, signal: AbortSignal): Promise<readonly BackupFile[]> {
  const folder = resolve(target);
  await refuseFilled(folder);
  const draft = `${folder}.part-${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    const names: BackupFile[] = [];
    const copied = await copyStore(draft, settings, signal);
    if (copied !== null) names.push('sonde.db');
    for (const [name, text] of Object.entries(await secretsOf(settings))) {
      if (text === null) continue;
      await writePrivate(join(draft, name), `${text}\n`);
      names.push(name as BackupFile);
    }
    if (names.length === 0)
      throw new BackupRefused(`There is nothing to back up: ${settings.dataDir} has no accounts, results or keys yet.`);
    await writeManifest(draft, copied ?? { store: 'embedded', migrations: [] }, names);
    signal.throwIfAborted();
    await syncFolder(draft);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return names;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function refuseFilled(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (found.length > 0) throw new BackupRefused(`${folder} is not empty: a backup needs a folder of its own.`);
}

/** Copies the database to `sonde.db`; null if there is none yet. */
async function copyStore(draft: string, settings: Settings, signal: AbortSignal): Promise<Copied | null> {
  const path = databaseFile(draft);
  if (settings.databaseUrl === null) {
    const source = databaseFile(settings.dataDir);
    if (!existsSync(source)) return null;
    copyDatabase(source, path);
  } else if (!(await copyPostgres(draft, settings.databaseUrl, signal))) return null;
  signal.throwIfAborted();
  const damage = damageOf(path);
  if (damage !== null) throw new BackupRefused(`The database is damaged, and was not backed up: ${damage}`);
  await syncFile(path);
  const { currentNames } = await import('../stores/migrations.ts');
  const migrations = currentNames(migrationsOfFile(path));
  return { store: settings.databaseUrl === null ? 'embedded' : 'postgresql', migrations };
}

/** Copies all rows of PostgreSQL into a new embedded database. False if PostgreSQL has no tables of Sonde yet. */
async function copyPostgres(draft: string, url: string, signal: AbortSignal): Promise<boolean> {
  const [{ openPostgres }, { appliedMigrations, isUpToDate, migrate }, { copyToFile }] = await Promise.all([
    import('../stores/postgres-database.ts'),
    import('../stores/migrations.ts'),
    import('../stores/copied-rows.ts'),
  ]);
  const { db } = await openPostgres(url, () => {});
  try {
    const applied = await appliedMigrations(db);
    if (applied.length === 0) return false;
    // Applied here, they would change the tables under the servers that are running.
    if (!isUpToDate(applied))
      throw new BackupRefused('The database is of another version of Sonde: back it up with the version that uses it.');
    const file = await openEmbedded(draft, () => {});
    try {
      await migrate(file);
    } finally {
      await file.destroy();
    }
    await copyToFile(db, databaseFile(draft), signal);
    await chmod(databaseFile(draft), 0o600);
    return true;
  } finally {
    await db.destroy();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes names in a folder survive a power cut; some systems cannot, which is no reason to fail. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
