import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../apps/api/src/environment.ts';
import { installLinters, linter } from './lint/install.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
let folder = '';
let services: Readonly<Record<string, Service>> = {};

interface Service {
  readonly build?: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly depends_on?: object;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-compose-'));
  await installLinters();
  const { parse } = await linter<{ parse(text: string): unknown }>('yaml/dist/index.js');
  ({ services } = parse(read('compose.yaml')) as { services: typeof services });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ComposeLint {
  readonly DCLinter: new (options: {
    rules: Record<string, 0 | 1 | 2>;
    quiet: boolean;
    debug: boolean;
    exclude: string[];
  }) => {
    lintFiles(
      paths: string[],
      recursive: boolean,
    ): readonly { readonly messages: readonly { readonly line: number; readonly message: string }[] }[];
  };
}

/** The order is ours: what the reader came for first. The image that is built here has a name. */
const composeRules = {
  'no-build-and-image': 0,
  'require-quotes-in-ports': 0,
  'service-dependencies-alphabetical-order': 0,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
} as const;

describe('the compose file', () => {
  it('passes the linter of its language', () => {
    execFileSync('yamllint', ['--strict', '--config-file', 'deploy/lint/yamllint.yaml', 'compose.yaml'], { cwd: root });
  });

  it('fits the schema of compose, and passes its linter', async () => {
    const { DCLinter } = await linter<ComposeLint>('dclint/dist/index.esm.js');
    const compose = new DCLinter({ rules: composeRules, quiet: false, debug: false, exclude: [] });
    const issues = (path: string) =>
      compose
        .lintFiles([path], false)
        .flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
    expect(issues(join(root, 'compose.yaml'))).toEqual([]);
    const broken = join(folder, 'compose.yaml');
    writeFileSync(broken, read('compose.yaml').replace('read_only: true', 'read_olny: true'));
    expect(issues(broken), 'the schema has teeth').not.toEqual([]);
  });

  it('gives the server variables that it knows, and waits for the stores', () => {
    const { sonde, worker, ...stores } = services;
    for (const one of [sonde, worker]) {
      const names = Object.keys(one?.environment ?? {}).filter((name) => name !== 'PGPASSWORD');
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !Object.hasOwn(variables, name))).toEqual([]);
      expect(Object.keys(one?.depends_on ?? {}).sort()).toEqual(Object.keys(stores).sort());
    }
    for (const store of Object.values(stores)) expect(store.healthcheck).toBeDefined();
  });

  it('has a worker that differs from the server only in what it does, and in that nobody reaches it', () => {
    const { build, ports, environment, ...server } = services['sonde'] ?? {};
    const { environment: ofWorker, ...worker } = services['worker'] ?? {};
    expect([build, ports]).toEqual(['.', ['127.0.0.1:3000:3000']]);
    expect(worker).toEqual(server);
    expect(environment).toMatchObject({ SONDE_ROLE: 'web' });
    expect(ofWorker).toEqual({ ...environment, SONDE_ROLE: 'work' });
  });
});
