import { existsSync } from 'node:fs';
import { ToolError } from '@sonde/contract';
import { databaseFile, openEmbedded, prepareFolder } from './embedded-database.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres-database.ts';
import type { Database } from './tables.ts';

export interface StoreSettings {
  readonly dataDir: string;
  /** PostgreSQL; null for the embedded database. */
  readonly databaseUrl: string | null;
}

/** Where accounts and history are kept. It is opened by whoever needs it first. */
export interface Store {
  readonly kind: 'embedded' | 'postgresql';
  /** What keeps it from being used, as far as that is known without using it; null for nothing. */
  problem(): Promise<string | null>;
  /** True when there may be something in it already. */
  mayHoldData(): boolean;
  /** @throws ToolError `store-failed` for whatever goes wrong with the database, with the cause. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** After an attempt to open it has failed, the next one waits so long: a database that is down is not stormed. */
const REST_MS = 1_000;
const COME_BACK_SECONDS = 30;

export function createStore(settings: StoreSettings, onError: (error: Error) => void): Store {
  let opening: Promise<Database> | null = null;
  let restsUntilMs = 0;
  let isLost = false;

  function open(): Promise<Database> {
    if (opening === null || performance.now() > restsUntilMs) {
      restsUntilMs = Number.POSITIVE_INFINITY;
      opening = openUpToDate(settings, onError);
      opening.catch(() => {
        restsUntilMs = performance.now() + REST_MS;
      });
    }
    return opening;
  }

  return {
    kind: settings.databaseUrl === null ? 'embedded' : 'postgresql',
    async problem() {
      if (settings.databaseUrl !== null) return isLost ? 'cannot be reached' : null;
      return prepareFolder(settings.dataDir).then(
        () => null,
        () => 'cannot be written',
      );
    },
    mayHoldData: () => settings.databaseUrl !== null || existsSync(databaseFile(settings.dataDir)),
    async use(work) {
      try {
        const result = await work(await open());
        isLost = false;
        return result;
      } catch (error) {
        if (error instanceof ToolError) throw error;
        isLost = true;
        throw storeFailure(error);
      }
    },
    async close() {
      const db = await opening?.catch(() => null);
      await db?.destroy();
    },
  };
}

async function openUpToDate({ dataDir, databaseUrl }: StoreSettings, onError: (error: Error) => void) {
  const db = databaseUrl === null ? await openEmbedded(dataDir) : await openPostgres(databaseUrl, onError);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy().catch(() => undefined);
    throw error;
  }
}

/** SQLite: SQLITE_FULL, and an I/O error of a file that may not grow; PostgreSQL: class 53, insufficient resources. */
const DISK_FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC', 'EDQUOT', '53100']);

function storeFailure(cause: unknown): ToolError {
  const isFull = DISK_FULL.has(String((cause as { code?: unknown } | null)?.code));
  const message = isFull
    ? 'There is no space left on this server: nothing was saved. All tools go on working.'
    : 'Accounts cannot be reached right now. All tools go on working. Please try again in a moment.';
  return new ToolError('store-failed', message, {
    ...(isFull ? { reason: 'disk_full' } : {}),
    retryAfterSeconds: COME_BACK_SECONDS,
    cause,
  });
}
