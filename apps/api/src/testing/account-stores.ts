import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { ServerDependencies } from '../app.ts';
import { accountBrowser } from './account-browser.ts';
import { testServer } from './test-server.ts';

/** Returns the settings of a server with an empty store, whose files are removed when the test ends. */
type StoreVariables = () => Promise<Record<string, string> & { readonly SONDE_DATA_DIR: string }>;

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-accounts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/**
 * The URL of a database of the server that all files share, for one test.
 * @param content `empty`: as an operator creates it; `tables`: a server of this version has run with it
 */
export async function postgresDatabase(content: 'empty' | 'tables' = 'tables'): Promise<string> {
  const pool = inject('postgresPool');
  const response = await fetch(`${pool}/${content}`, { method: 'POST' });
  const url = await response.text();
  if (!response.ok) throw new Error(url);
  onTestFinished(async () => void (await fetch(pool, { method: 'DELETE', body: url })));
  return url;
}

/**
 * The store for files whose tables are tested in both stores by another one: PostgreSQL, whose SQL is the stricter one, and in the
 * long set (`scripts/test/vitest-settings.ts`) the embedded store.
 */
const oneStore = process.env['TEST_SET'] === 'long' ? 'embedded' : 'postgresql';

/** That store, for `describe.each`. */
export const oneAccountStore = () => accountStores().filter(([kind]) => kind === oneStore);

/** Both account stores, for `describe.each`. */
export function accountStores(
  content: 'empty' | 'tables' = 'tables',
): [kind: 'embedded' | 'postgresql', variables: StoreVariables][] {
  return [
    ['embedded', async () => ({ SONDE_DATA_DIR: await dataDir() })],
    [
      'postgresql',
      async () => ({
        SONDE_DATA_DIR: await dataDir(),
        DATABASE_URL: await postgresDatabase(content),
        SONDE_SECRET: 'a secret of the tests that is long enough',
      }),
    ],
  ];
}

/** Returns a function that starts a server with its own store, and a factory of browsers for it. */
export function accountServers(variables: StoreVariables) {
  return async (more: Record<string, string> = {}, dependencies: Partial<ServerDependencies> = {}) => {
    const { app, accounts, background, begin, log } = await testServer(
      { SONDE_RATE_LIMIT: 'off', SONDE_TRUST_PROXY: '127.0.0.1', ...(await variables()), ...more },
      dependencies,
    );
    return { app, accounts, background, begin, log, browser: () => accountBrowser(app) };
  };
}
