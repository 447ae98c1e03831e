import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SHARED_ROOMS } from './walls/rules.mjs';

const root = new URL('../', import.meta.url);

/** Imported at run time, so that this folder depends on no package, and the files on disk are what counts. */
async function load(path: string): Promise<Record<string, Record<string, unknown>>> {
  return import(/* @vite-ignore */ new URL(path, root).href);
}

interface Screen {
  readonly id: string;
  readonly path: string;
  readonly status: string;
  readonly title: string;
  readonly subtitle: string | null;
}

interface Contract {
  readonly contacts: readonly string[];
  readonly title: string;
  readonly summary: string;
}

const contracts = ((await load('packages/contract/src/tools/index.ts'))['tools'] ?? {}) as Record<string, Contract>;
const ids = Object.keys(contracts);
const composed = (await load('packages/contract/src/report/report.ts'))['report'] as unknown as Contract & {
  id: string;
};
const probes = (await load('packages/probes/src/tools/index.ts'))['probes'] ?? {};
const screens = Object.values((await load('apps/web/src/tools/index.ts'))['screens'] ?? {}) as Screen[];

function foldersIn(path: string): string[] {
  const entries = readdirSync(new URL(path, root), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

test('every contract on disk is in the list of tools, and every listed tool is on disk', () => {
  expect(foldersIn('packages/contract/src/tools/').sort()).toEqual([...ids].sort());
});

test('every tool has an engine under its own name, and every engine a tool', () => {
  expect(Object.keys(probes).sort()).toEqual([...ids].sort());
  expect(foldersIn('packages/probes/src/tools/').sort()).toEqual([...ids].sort());
});

test('R2.5 every screen is in a folder of its own name, and every folder is in the menu', () => {
  expect(foldersIn('apps/web/src/tools/').sort()).toEqual([...SHARED_ROOMS, ...screens.map(({ id }) => id)].sort());
});

test('a screen is live exactly if its tool has a contract; so is that of the report, which composes them', () => {
  const live = screens.filter(({ status }) => status === 'live').map(({ id }) => id);
  expect(live.sort()).toEqual([...ids, composed.id].sort());
});

test('R2.39 R2.52 R2.58 R2.72 the API describes a tool in the words of its screen', () => {
  const live = screens.filter(({ status }) => status === 'live');
  for (const { id, title, subtitle } of live) {
    expect(id === composed.id ? composed : contracts[id]).toMatchObject({
      title,
      ...(subtitle !== null && { summary: subtitle }),
    });
  }
});

test('R2.5 no two screens share a path', () => {
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
});

const samples = 'packages/contract/src/snapshots/samples/';
/** `schema-10` comes after `schema-9`. */
const latestSchema = foldersIn(samples)
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .at(-1);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const isThere = (path: string) => existsSync(new URL(path, root));
const readme = read('README.md');
const loggedPages = new Set(/\(\?<sonde_page>\/\(\?:([^)]*)\)/.exec(read('deploy/nginx/sonde.conf'))?.[1]?.split('|'));

/** What a tool needs that cannot be derived from its files: whether it is there, and what to run or write otherwise. */
function needsOf({ id, path }: Screen): readonly (readonly [isThere: boolean, remedy: string])[] {
  const page = path.slice(1);
  const ofEveryPage = [
    [page === '' || loggedPages.has(page), `add ${page} to sonde_page in deploy/nginx/sonde.conf`],
    [isThere(`demo/src/targets/${id}.ts`), `say what the demo offers in demo/src/targets/${id}.ts`],
    [readme.includes(`| \`${path}\` |`), 'npm run readme'],
  ] as const;
  if (id === composed.id) return ofEveryPage;
  const pictures = ['light', 'dark'].map((theme) => `docs/pictures/${id}-${theme}.webp`);
  return [
    ...ofEveryPage,
    [readme.includes(`](packages/probes/src/tools/${id}/README.md)`), 'npm run readme'],
    [pictures.every((file) => readme.includes(file)), 'npm run readme'],
    [pictures.every(isThere), `npm run pictures -- ${id}`],
    [isThere(`${samples}${latestSchema}/${id}.json`), `npm run sample -- ${id}`],
  ];
}

test('what every tool needs beside its files is there; what is missing is named with what to run', () => {
  const missing = screens
    .filter(({ status }) => status === 'live')
    .flatMap((screen) => needsOf(screen).flatMap(([is, remedy]) => (is ? [] : `${screen.id}: ${remedy}`)));
  expect([...new Set(missing)]).toEqual([]);
});

describe.each(ids)('%s', (id) => {
  test.each([
    `packages/contract/src/tools/${id}/contract.ts`,
    `packages/contract/src/tools/${id}/contract.test.ts`,
    `packages/contract/src/tools/${id}/checks.ts`,
    `packages/contract/src/tools/${id}/index.ts`,
    `packages/probes/src/tools/${id}/probe.ts`,
    // A tool that contacts no servers needs no test against a real server.
    `packages/probes/src/tools/${id}/probe${contracts[id]?.contacts.length === 0 ? '' : '.lab'}.test.ts`,
    `packages/probes/src/tools/${id}/README.md`,
    `apps/web/src/tools/${id}/screen.ts`,
    `apps/web/src/tools/${id}/page.tsx`,
    `apps/web/src/tools/${id}/page.test.tsx`,
    `e2e/${id}.spec.ts`,
  ])('has %s', (path) => {
    expect(existsSync(new URL(path, root)), path).toBe(true);
  });
});
