import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnnouncedProcess, startAnnounced } from '@sonde/lab';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { postgresDatabase } from './account-stores.ts';
import { layOutBuiltServer } from './built-server.ts';

/** Starts the built server in its own process; `shell` runs first, for example to restrict it by `ulimit`. */
export type StartProcess = (variables: Record<string, string>, shell?: string) => Promise<AnnouncedProcess>;

/** Builds the server once for the tests of a file, which run it in processes that can be killed. */
export function serverProcesses(): StartProcess {
  let folder = '';
  let serverPath = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-built-'));
    serverPath = await layOutBuiltServer(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async (variables, shell = '') => {
    const server = await startAnnounced('/bin/sh', ['-c', `${shell} exec "${process.execPath}" "${serverPath}"`], {
      on: 'stderr',
      line: /is ready: (\S+)/,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        SONDE_RESOLVERS: '127.0.0.1:9',
        SONDE_RATE_LIMIT: 'off',
        // A busy machine is slow, which says nothing about the store.
        SONDE_LOAD_SHEDDING: 'off',
        SONDE_LOG_LEVEL: 'silent',
        ...variables,
      },
    });
    onTestFinished(() => server.stop('SIGKILL'));
    return server;
  };
}

/** Creates a data folder that is removed when the test ends. */
export async function dataFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-durability-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

/** Variables that select each store; to be called within a test. */
export const storeVariables: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  embedded: async () => ({}),
  postgresql: async () => ({
    DATABASE_URL: await postgresDatabase(),
    SONDE_SECRET: 'a secret of the tests that is long enough',
  }),
};

export interface Called {
  readonly status: number;
  /** The cookie that the server has set, as `name=value`; empty if it has set none. */
  readonly cookie: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the call
  readonly json: any;
}

/** Calls a server in another process; a body is sent as JSON. */
export async function call(url: string, cookie: string, method: string, path: string, body?: object): Promise<Called> {
  const response = await fetch(url + path, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
    text,
    json: JSON.parse(text),
  };
}
