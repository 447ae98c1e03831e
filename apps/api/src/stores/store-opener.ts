import { uptime } from 'node:os';
import { openEmbedded } from './embedded/embedded-database.ts';
import { openPostgres } from './postgres-database.ts';
import type { Database } from './tables.ts';
import { lastSeenTime } from './time/clock-record.ts';
import { createSteadyClock, type SteadyClock } from './time/steady-clock.ts';

export interface StoreSettings {
  readonly dataDir: string;
  /** PostgreSQL; null for the embedded database. */
  readonly databaseUrl: string | null;
}

export interface StoreOptions {
  /** Called when an idle connection breaks. */
  onError(error: Error): void;
  /** Milliseconds since 1970. Default: PostgreSQL's clock; for the embedded database that of this machine. */
  readonly wallClock?: () => number;
  /** Milliseconds since this machine started, including time asleep. */
  readonly uptime?: () => number;
}

/** Pause after a failed attempt, so that a database that is down is not flooded with attempts. */
const REST_MS = 1_000;
const steadyNow = () => performance.now();

interface Opened {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readTime(): Promise<number>;
}

/** Opens the database on demand, reopens it if it was lost, and keeps a steady clock for it. */
export function createStoreOpener(settings: StoreSettings, options: StoreOptions) {
  const { wallClock, uptime: sinceStart = () => uptime() * 1000 } = options;
  let opening: Promise<Opened> | null = null;
  let restsUntilMs = 0;
  let clock: SteadyClock | null = null;
  const forget = () => {
    opening = null;
  };

  async function openAndReadTime(): Promise<Opened> {
    const opened = await openUpToDate(settings, options, forget);
    const seenMs = (await lastSeenTime(opened.db)) ?? 0;
    // If the clock is behind the last seen time, it has been set back since.
    clock ??= createSteadyClock(Math.max(await opened.readTime(), seenMs), sinceStart);
    return opened;
  }
  function openOnce(): Promise<Opened> {
    if (opening === null || steadyNow() > restsUntilMs) {
      restsUntilMs = Number.POSITIVE_INFINITY;
      opening = openAndReadTime();
      opening.catch(() => {
        restsUntilMs = steadyNow() + REST_MS;
      });
    }
    return opening;
  }
  return {
    open: async () => (await openOnce()).db,
    /** Resolves to true if the clock has jumped. */
    observeTime: async () => clock?.observe(await (await openOnce()).readTime()) ?? false,
    now() {
      if (clock === null) return (wallClock ?? Date.now)();
      // The clock of this machine is cheap to read; PostgreSQL's is queried once an hour.
      if (settings.databaseUrl === null || wallClock !== undefined) clock.observe((wallClock ?? Date.now)());
      return clock.now();
    },
    async close() {
      const opened = await opening?.catch(() => null);
      await opened?.db.destroy();
    },
  };
}

async function openUpToDate(settings: StoreSettings, options: StoreOptions, onLost: () => void): Promise<Opened> {
  const { dataDir, databaseUrl } = settings;
  const { onError, wallClock } = options;
  const opened =
    databaseUrl === null
      ? { db: await openEmbedded(dataDir, onLost), readTime: async () => Date.now() }
      : await openPostgres(databaseUrl, onError);
  try {
    const { migrate } = await import('./migrations.ts');
    await migrate(opened.db);
    return wallClock === undefined ? opened : { db: opened.db, readTime: async () => wallClock() };
  } catch (error) {
    await opened.db.destroy().catch(() => undefined);
    throw error;
  }
}
