import type { Environment } from '@sonde/probes';
import { backUp } from './backup/back-up.ts';
import { BackupRefused } from './backup/refused.ts';
import { restore } from './backup/restore.ts';
import { readConfig } from './config.ts';

/* A program of its own beside the server, so that the command line can back up without starting one. */

/** What became of a call: its status is that of the command. */
export interface BackupResult {
  readonly status: 'done' | 'refused' | 'misconfigured';
  /** Sentences for the operator. */
  readonly said: readonly string[];
}

/** Backs up the store that the environment names into `folder`, or restores it from there. */
export async function runBackup(
  action: 'backup' | 'restore',
  folder: string,
  env: Environment,
  signal: AbortSignal,
): Promise<BackupResult> {
  const { config, problems } = readConfig(env);
  if (config === null) return { status: 'misconfigured', said: problems };
  const settings = config.accounts;
  try {
    if (action === 'backup') {
      const files = await backUp(folder, settings, signal);
      return { status: 'done', said: [`${folder}: ${files.join(', ')}`] };
    }
    const { files, hasOtherSecret } = await restore(folder, settings, signal);
    const place = settings.databaseUrl === null ? settings.dataDir : 'the database of DATABASE_URL';
    const warning = `SONDE_SECRET is not the secret of the backup: all members have to sign in again. Theirs is in ${folder}/secret.`;
    return {
      status: 'done',
      said: [`${place}: restored ${files.join(', ')}`, ...(hasOtherSecret ? [warning] : [])],
    };
  } catch (error) {
    signal.throwIfAborted();
    return { status: 'refused', said: [sentenceOf(error)] };
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupRefused) return error.message;
  return `Nothing was changed: ${error instanceof Error ? error.message : String(error)}`;
}
