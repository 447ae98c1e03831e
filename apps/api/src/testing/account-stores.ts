import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresLab, startPostgresLab } from '@sonde/lab';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
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

/** Both account stores, for `describe.each`; PostgreSQL runs until the tests of the file have ended. */
export function accountStores(): [kind: 'embedded' | 'postgresql', variables: StoreVariables][] {
  let postgres: PostgresLab;
  beforeAll(async () => {
    postgres = await startPostgresLab();
  });
  afterAll(() => postgres?.stop());
  return [
    ['embedded', async () => ({ SONDE_DATA_DIR: await dataDir() })],
    [
      'postgresql',
      async () => ({
        SONDE_DATA_DIR: await dataDir(),
        DATABASE_URL: await postgres.newDatabase(),
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
