import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const NOT_OURS = /^(node_modules|dist|\.types|\.cache|\.git|samples|results|output|tmp|data)$/;

const MAX_LINES = 300;
/** Files that list data may be longer. */
const TABLES = /(^|[-/])(tables|words?list|special-use|palette|tokens|names)\.(ts|css)$/;
const FORBIDDEN_NAMES = /^(utils?|helpers?|common|misc|types)\b/;

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.test(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

/** Code that is shipped; names of tests and their support stay in their folders. */
const SHIPPED = /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/;
const TEST_SUPPORT = /\.(test|spec)\.|\/(testing|attacks)\//;
/** Up to the first line that ends the declaration, as the formatter writes it. */
const EXPORTED_TYPE = /^export (?:abstract )?(?:interface|class|type) (\w+)(.*(?:\n(?:[ }|].*)?)*)/gm;

function exportedTypes(text: string): { name: string; shape: string }[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '');
  return [...code.matchAll(EXPORTED_TYPE)].map(([, name = '', shape = '']) => ({
    name,
    shape: shape.replaceAll(/\s+/g, ' ').trim(),
  }));
}

const files = filesUnder('');
const sources = files.filter((path) => /\.(ts|tsx|mjs|cjs|css)$/.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('conventions', () => {
  it('keep every file within the limit of lines', () => {
    const long = sources
      .filter((path) => !TABLES.test(path))
      .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it('have no file or folder named utils, helpers, common, misc or types', () => {
    expect(sources.filter((path) => path.split('/').some((part) => FORBIDDEN_NAMES.test(part)))).toEqual([]);
  });

  it('never spread an object that is written there, which only copies it', () => {
    const shipped = sources.filter((path) => SHIPPED.test(path) && !TEST_SUPPORT.test(path));
    expect(shipped.filter((path) => read(path).includes('...{'))).toEqual([]);
  });

  it('never use URL.canParse in Node, which is wrong for non-ASCII letters: see protocols/parse-url.ts', () => {
    const inNode = sources.filter((path) => /^(packages|apps\/(api|cli))\/.*\.ts$/.test(path));
    expect(inNode.filter((path) => /URL\.canParse\(/.test(read(path)))).toEqual([]);
  });

  it('give the name of an exported type to one shape only: of two, one gets the term of its field', () => {
    const shapes = new Map<string, Map<string, string[]>>();
    for (const path of sources.filter((one) => SHIPPED.test(one) && !TEST_SUPPORT.test(one))) {
      for (const { name, shape } of exportedTypes(read(path))) {
        const places = shapes.get(name) ?? new Map<string, string[]>();
        shapes.set(name, places.set(shape, [...(places.get(shape) ?? []), path]));
      }
    }
    const twofold = [...shapes].filter(([, places]) => places.size > 1);
    expect(twofold.map(([name, places]) => `${name}: ${[...places.values()].flat().join(', ')}`)).toEqual([]);
  });

  it('have a fuzz test beside every decoder', () => {
    const protocols = 'packages/probes/src/protocols';
    const decoders = readdirSync(join(root, protocols), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(decoders).not.toEqual([]);
    const fuzzed = (name: string) =>
      files.some((path) => path.startsWith(`${protocols}/${name}/`) && path.endsWith('.fuzz.test.ts'));
    expect(decoders.map(({ name }) => name).filter((name) => !fuzzed(name))).toEqual([]);
  });

  it('restore every mock of a module, since test files share a process', () => {
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const left = files.filter((path) => {
      const text = /\.test\.tsx?$/.test(path) ? read(path) : '';
      return count(text, /^\s*vi\.(mock|doMock)\(/gm) > count(text, /vi\.doUnmock\(/g);
    });
    expect(left).toEqual([]);
  });

  it('have barrel files only as the entry of a package', () => {
    const reExports = /^export (\*|\{[^}]*\}) from /m;
    const barrels = sources.filter((path) => /^index\.tsx?$/.test(basename(path)) && reExports.test(read(path)));
    expect(barrels.filter((path) => !/^(packages|apps|lab|demo)(\/[^/]+)?\/src\/index\.ts$/.test(path))).toEqual([]);
  });

  it('pin every dependency to one version', () => {
    const manifests = files.filter((path) => basename(path) === 'package.json');
    const loose = manifests.flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path));
      const ranges = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
      return ranges
        .filter(([, range]) => !/^(npm:@?[^@]+@)?\d+\.\d+\.\d+/.test(range))
        .map(([name]) => `${path}: ${name}`);
    });
    expect(loose).toEqual([]);
  });

  it('keep addresses of registries out of the lock file', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
    const addressed = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes(':'));
    expect(addressed).toEqual([]);
  });
});
