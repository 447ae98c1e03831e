import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataSlot } from '../data/data.ts';

/** The last attempt to renew a data set, whoever made it. */
export interface RenewalAttempt {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** How often in a row it has failed; 0 after a success. */
  readonly failures: number;
  /** Why it changed nothing; null after a success. */
  readonly error: string | null;
}

/** Attempts by data set, in the data folder: several processes that share the folder know of one another's. */
export interface Attempts {
  last(id: string): Promise<RenewalAttempt | null>;
  note(id: string, attempt: RenewalAttempt): Promise<void>;
}

export const attemptsSlot: DataSlot<Attempts> = {
  open({ dataFolder }) {
    const own = new Map<string, RenewalAttempt>();
    const pathOf = (folder: string, id: string) => join(folder, 'sets', `${id}.attempt`);
    return {
      async last(id) {
        const known = own.get(id) ?? null;
        const stored = dataFolder === null ? null : await readAttempt(pathOf(dataFolder, id));
        return stored !== null && (known === null || stored.atMs > known.atMs) ? stored : known;
      },
      async note(id, attempt) {
        own.set(id, attempt);
        if (dataFolder !== null) await writeAttempt(pathOf(dataFolder, id), attempt);
      },
    };
  },
};

async function readAttempt(path: string): Promise<RenewalAttempt | null> {
  try {
    const { atMs, failures, error } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    if (typeof atMs !== 'number' || typeof failures !== 'number') return null;
    return { atMs, failures, error: typeof error === 'string' ? error : null };
  } catch {
    return null;
  }
}

/** Without a writable folder, the attempt is known to this process only. */
async function writeAttempt(path: string, attempt: RenewalAttempt): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(part, JSON.stringify(attempt));
    await rename(part, path);
  } catch {}
}
