import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';

const root = new URL('../', import.meta.url);

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly workspaces?: readonly string[];
  readonly [field: string]: unknown;
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Manifest;

/** The packages whose name anything else could take. */
const REACT = ['react', 'react-dom'] as const;
/** Libraries that implement React's interface. */
const STAND_IN = /^(?:@preact\/|preact|inferno|nervjs|anujs|react-lite|million)/;

const workspaces = (read('package.json').workspaces ?? []).flatMap((pattern) => {
  if (!pattern.endsWith('/*')) return [pattern];
  return readdirSync(new URL(pattern.slice(0, -1), root)).map((name) => pattern.replace('*', name));
});
const manifests = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
const locked = Object.entries(read('package-lock.json')['packages'] as Readonly<Record<string, Manifest>>);
const web = createRequire(new URL('apps/web/src/entry.client.tsx', root));

test('every manifest is looked at', () => {
  expect(manifests).toContain('apps/web/package.json');
  expect(manifests.length).toBeGreaterThan(8);
});

describe.each(REACT)('the name %s', (name) => {
  test('means the package of that name, once and in one exact version', () => {
    const wanted = (read('apps/web/package.json')['dependencies'] as Readonly<Record<string, string>>)[name];
    expect(wanted).toMatch(/^19\.\d+\.\d+$/);
    const found = locked.filter(([path]) => path.endsWith(`node_modules/${name}`));
    // An alias has the name of the other package beside the version.
    expect(found.map(([path, { name: other, version }]) => [path, other, version])).toEqual([
      [`node_modules/${name}`, undefined, wanted],
    ]);
  });

  test('leads to that package on disk, which says the same version when it runs', () => {
    const { name: own, version } = web(`${name}/package.json`) as Manifest;
    expect(own).toBe(name);
    expect((web(name) as { readonly version: string }).version).toBe(version);
  });

  test('is no alias in a manifest, a setting of the build or one of the tests', () => {
    for (const path of manifests) {
      const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'];
      const wanted = fields.map((field) => (read(path)[field] as Readonly<Record<string, string>> | undefined)?.[name]);
      expect(wanted.filter((version) => version?.startsWith('npm:') || version?.includes('/'))).toEqual([]);
    }
    for (const path of ['apps/web/vite.config.ts', 'apps/web/vitest.config.ts', 'vitest.config.ts']) {
      expect(readFileSync(new URL(path, root), 'utf8')).not.toMatch(
        new RegExp(`['"]?\\b${name}(?:/[\\w-]+)?['"]?: ['"]`),
      );
    }
  });
});

test('nothing that stands in for React is installed', () => {
  const names = locked.map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => STAND_IN.test(name))).toEqual([]);
  expect(readdirSync(new URL('node_modules', root)).filter((name) => STAND_IN.test(name))).toEqual([]);
});
