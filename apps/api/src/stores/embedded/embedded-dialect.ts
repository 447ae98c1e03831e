import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { EmbeddedResult, EmbeddedWork } from './embedded-messages.ts';
import type { EmbeddedThread } from './embedded-thread.ts';
import { createWriterQueue } from './writer-queue.ts';

/** How long to retry while another process holds the write lock, and how often. */
const LOCKED_MS = 1_000;
const LOOK_MS = 20;
/** Limits of the queue in which writers of this process wait for each other. */
const MAX_WRITERS = 2_000;
const WRITER_WAIT_MS = 5_000;

type Ask = EmbeddedThread['ask'];

/** Sends a statement to the thread, and retries it for up to `LOCKED_MS` while another process holds the lock. */
export async function askUntilUnlocked(ask: Ask, work: EmbeddedWork): Promise<EmbeddedResult> {
  const giveUpAtMs = performance.now() + LOCKED_MS;
  for (;;) {
    try {
      return await ask(work);
    } catch (error) {
      const isLocked = String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
      if (!isLocked || performance.now() > giveUpAtMs) throw error;
      await sleep(LOOK_MS);
    }
  }
}

/** Kysely dialect for SQLite in a worker thread. Reads are sent at once; writes and whole transactions queue. */
export function embeddedDialect(thread: EmbeddedThread): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new EmbeddedDriver(thread),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite's schema changes are transactional, so that an interrupted migration is rolled back. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class EmbeddedDriver implements Driver {
  readonly #thread: EmbeddedThread;
  readonly #writers = createWriterQueue(MAX_WRITERS, WRITER_WAIT_MS);

  constructor(thread: EmbeddedThread) {
    this.#thread = thread;
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection((work) => this.#ask(work));
  }
  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    await this.#writers.enter();
    try {
      await askUntilUnlocked(this.#thread.ask, { kind: 'begin' });
      connection.isInTransaction = true;
    } catch (error) {
      this.#writers.leave();
      throw error;
    }
  }
  commitTransaction(connection: EmbeddedConnection): Promise<void> {
    return this.#end(connection, 'commit');
  }
  rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    return this.#end(connection, 'rollback');
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    await this.#thread.close();
  }

  async #ask(work: EmbeddedWork): Promise<EmbeddedResult> {
    if (work.kind !== 'write') return askUntilUnlocked(this.#thread.ask, work);
    await this.#writers.enter();
    try {
      return await askUntilUnlocked(this.#thread.ask, work);
    } finally {
      this.#writers.leave();
    }
  }
  /** A failed commit leaves the transaction open; kysely then rolls it back. */
  async #end(connection: EmbeddedConnection, kind: 'commit' | 'rollback'): Promise<void> {
    if (!connection.isInTransaction) return;
    try {
      await this.#thread.ask({ kind });
      connection.isInTransaction = false;
    } finally {
      if (kind === 'rollback' || !connection.isInTransaction) {
        connection.isInTransaction = false;
        this.#writers.leave();
      }
    }
  }
}

class EmbeddedConnection implements DatabaseConnection {
  isInTransaction = false;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }
  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const alone = query.kind === 'SelectQueryNode' ? 'read' : 'write';
    const { rows, changes } = await this.#ask({ kind: this.isInTransaction ? 'step' : alone, sql, parameters });
    return {
      rows: rows as Row[],
      ...(changes === null ? {} : { numAffectedRows: BigInt(changes) }),
    };
  }
  // biome-ignore lint/correctness/useYield: results are read in pages, each by a separate statement
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('the embedded database streams nothing');
  }
}
