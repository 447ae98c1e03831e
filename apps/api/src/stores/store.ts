import { existsSync } from 'node:fs';
import { ToolError } from '@sonde/contract';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { confirmTime, type TimeVerdict } from './clock-record.ts';
import { databaseFile, inspectEmbedded, prepareFolder } from './embedded-database.ts';
import { problemOf, storeFailure } from './store-failure.ts';
import { createStoreHealth } from './store-health.ts';
import { createStoreOpener, type StoreOptions, type StoreSettings } from './store-opener.ts';
import type { Database } from './tables.ts';

/** Where accounts and history are kept. It is opened by whoever needs it first. */
export interface Store {
  readonly kind: 'embedded' | 'postgresql';
  /** What keeps it from being used, in words for the operator; null for nothing. Asked at most once in five seconds. */
  problem(): Promise<string | null>;
  /** True when there may be something in it already. */
  mayHoldData(): boolean;
  /** Milliseconds since 1970 by the clock of the store, to be called within `use`. It follows no sudden jump. */
  now(): number;
  /** Whether what is outdated by `now` may be removed. @throws ToolError `store-failed`. */
  confirmTime(): Promise<TimeVerdict>;
  /** What a look at the whole file of the embedded database finds wrong with it; null for nothing. */
  inspect(): Promise<string | null>;
  /** @throws ToolError `store-failed` for whatever goes wrong with the database, with the cause. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One that does not answer is tried again after so long. */
const PAUSE_MS = 1_000;
const steadyNow = () => performance.now();

export function createStore(settings: StoreSettings, options: StoreOptions): Store {
  const { dataDir } = settings;
  const isEmbedded = settings.databaseUrl === null;
  const opener = createStoreOpener(settings, options);
  const breaker = createCircuitBreaker(PAUSE_MS, steadyNow);
  const health = createStoreHealth(() => use(readALittle), steadyNow);
  const mayHoldData = () => !isEmbedded || existsSync(databaseFile(dataDir));

  async function use<T>(work: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await breaker.run(async () => work(await opener.open()));
    } catch (error) {
      if (error instanceof ToolError) throw error;
      health.note(error);
      throw storeFailure(error);
    }
  }
  return {
    kind: isEmbedded ? 'embedded' : 'postgresql',
    use,
    mayHoldData,
    now: opener.now,
    async problem() {
      const isWritable =
        !isEmbedded ||
        (await prepareFolder(dataDir).then(
          () => true,
          () => false,
        ));
      if (!isWritable) return 'cannot be written';
      // Nothing is opened before there is something in it.
      return mayHoldData() ? health.problem() : null;
    },
    confirmTime: () => use(async (db) => ((await opener.observeTime()) ? 'jumped' : confirmTime(db, opener.now()))),
    async inspect() {
      if (!isEmbedded || !mayHoldData()) return null;
      const found = await inspectEmbedded(dataDir).catch((error: unknown) => {
        // Damage in its first page keeps it from being opened at all.
        if (problemOf(error) === 'is damaged') return String((error as Error).message);
        throw storeFailure(error);
      });
      health.noteInspection(found !== null);
      return found;
    },
    close: opener.close,
  };
}

/** A row of every table that a visitor needs: what cannot be read is noticed before somebody needs it. */
async function readALittle(db: Database): Promise<void> {
  for (const table of ['members', 'sessions', 'history', 'saved_targets'] as const) {
    await db.selectFrom(table).selectAll().limit(1).execute();
  }
}
