import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PostgresLab } from '@sonde/lab';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of this pool. */
    readonly postgresPool: string;
  }
}

interface Shared {
  readonly lab: PostgresLab;
  /** A database with the tables of this version, which is only copied. */
  readonly withTables: string;
}

/** Enough connections for the tests of several files; no test crashes the machine, so nothing has to reach the disk. */
const SETTINGS = ['max_connections=300', 'fsync=off'];

async function startShared(): Promise<Shared> {
  // Most runs are of a few files, and need neither.
  const [{ startPostgresLab }, { createStore }] = await Promise.all([
    import('@sonde/lab'),
    import('../stores/store.ts'),
  ]);
  const lab = await startPostgresLab(null, SETTINGS);
  const withTables = await lab.newDatabase();
  const store = createStore({ dataDir: '', databaseUrl: withTables }, { onError: () => {} });
  await store.use(async () => {});
  await store.close();
  return { lab, withTables };
}

/**
 * One PostgreSQL server for all test files of a run, started when a test first asks for a database. The answer of
 * `POST /tables` and `POST /empty` is the URL of a database that nobody else has; `DELETE`, with that URL, removes it.
 */
// biome-ignore lint/style/noDefaultExport: this is how vitest finds it
export default async function startPostgresPool({ provide }: TestProject): Promise<() => Promise<void>> {
  let shared: Promise<Shared> | null = null;
  const answer = async (method: string, path: string, url: string): Promise<string> => {
    shared ??= startShared().catch((error: unknown) => {
      // The next test tries again: a busy machine may have taken too long.
      shared = null;
      throw error;
    });
    const { lab, withTables } = await shared;
    if (method !== 'DELETE') return lab.newDatabase(path === '/tables' ? withTables : undefined);
    await lab.removeDatabase(url);
    return '';
  };
  const pool = createServer(async (request, response) => {
    await answer(request.method ?? '', request.url ?? '', await text(request)).then(
      (url) => response.end(url),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(pool.listen(0, '127.0.0.1'), 'listening');
  provide('postgresPool', `http://127.0.0.1:${(pool.address() as AddressInfo).port}`);
  return async () => {
    pool.closeAllConnections();
    pool.close();
    await (await shared?.catch(() => null))?.lab.stop();
  };
}
