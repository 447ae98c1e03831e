import { existsSync } from 'node:fs';
import { ToolError } from '@sonde/contract';
import { createCircuitBreaker } from '@sonde/probes';
import { databaseFile, inspectEmbedded, prepareFolder } from './embedded/embedded-database.ts';
import { problemOf, storeFailure } from './store-failure.ts';
import { createStoreHealth } from './store-health.ts';
import { createStoreOpener, type StoreOptions, type StoreSettings } from './store-opener.ts';
import type { Database } from './tables.ts';
import { type ClockTrust, confirmTime } from './time/clock-record.ts';

/** The store of accounts, history and snapshots. It is opened on first use. */
export interface Store {
  readonly kind: 'embedded' | 'postgresql';
  /** Why the store is unusable, worded for the operator; null if it is usable. Checked at most once in five seconds. */
  problem(): Promise<string | null>;
  /** False if the store certainly contains no data yet, so that it need not be opened. */
  mayHoldData(): boolean;
  /** Milliseconds since 1970 by the clock of the store, without sudden jumps. To be called within `use`. */
  now(): number;
  /** Whether data expired at `now` may be removed. @throws ToolError `store-failed`. */
  confirmTime(): Promise<ClockTrust>;
  /** Checks the whole file of the embedded database. Returns SQLite's message; null if there is no problem. */
  inspect(): Promise<string | null>;
  /** @throws ToolError `store-failed` for every database error, which is its cause. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Pause between two attempts while the store does not answer. */
const PAUSE_MS = 1_000;
const steadyNow = () => performance.now();

export function createStore(settings: StoreSettings, options: StoreOptions): Store {
  const { dataDir } = settings;
  const isEmbedded = settings.databaseUrl === null;
  const opener = createStoreOpener(settings, options);
  // A store that does not answer costs each caller the whole timeout and a connection.
  const breaker = createCircuitBreaker({
    failuresInARow: 1,
    pauseMs: PAUSE_MS,
    // Any other failure shows that the store answers.
    symptomOf: (error) => (problemOf(error) === 'does not answer' ? 'fails' : 'works'),
    refusal: (last) => last,
    now: steadyNow,
  });
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
      // Not opened, because that would create an empty database.
      return mayHoldData() ? health.problem() : null;
    },
    confirmTime: () => use(async (db) => ((await opener.observeTime()) ? 'jumped' : confirmTime(db, opener.now()))),
    async inspect() {
      if (!isEmbedded || !mayHoldData()) return null;
      const found = await inspectEmbedded(dataDir).catch((error: unknown) => {
        // If the first page is damaged, the file cannot even be opened.
        if (problemOf(error) === 'is damaged') return String((error as Error).message);
        throw storeFailure(error);
      });
      health.noteInspection(found !== null);
      return found;
    },
    close: opener.close,
  };
}

/** Reads one row of every table, so that damage is noticed before a visitor needs the data. */
async function readALittle(db: Database): Promise<void> {
  for (const table of ['members', 'sessions', 'history', 'saved_targets', 'snapshots', 'snapshot_bodies'] as const) {
    await db.selectFrom(table).selectAll().limit(1).execute();
  }
}
