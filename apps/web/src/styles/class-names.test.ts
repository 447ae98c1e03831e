import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const paths = readdirSync(source, { recursive: true }) as string[];
const sheets = paths.filter(
  // Those in `styles` are part of every page.
  (path) => path.endsWith('.css') && !path.startsWith('styles/'),
);

/** The page or tool that loads a sheet: `pages/watch`, `tools/mail`. */
const ownerOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** Classes that a sheet looks after wherever they stand: `.lanes {` at the start of a line. */
function classesOf(path: string): string[] {
  const text = readFileSync(`${source}${path}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/^\.([\w-]+)(?: \{|,$)/gm)].map(([, name]) => name ?? '');
}

// A sheet stays once it was loaded: it would change another page, on which the same name means something else.
it('no class has looks of its own in the sheets of two pages or tools', () => {
  const owners = new Map<string, Set<string>>();
  for (const path of sheets)
    for (const name of classesOf(path)) owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(path)));
  const shared = [...owners].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(', ')}`);
  expect(shared).toEqual([]);
});

/** The folders whose modules each folder loads. */
function loadedBy(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const loads = new Map<string, Set<string>>();
  for (const [path, text] of texts) {
    const own = loads.get(ownerOf(path)) ?? new Set();
    for (const [, to = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g))
      own.add(ownerOf(join(dirname(path), to)));
    loads.set(ownerOf(path), own);
  }
  return loads;
}

// The other page's sheet may or may not have been loaded before, so that the same page would have two looks.
it('no page has a class to which only the sheet of an unrelated page gives looks', () => {
  const modules = paths.filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|demo)\./.test(path));
  const texts = new Map(modules.map((path) => [path, readFileSync(`${source}${path}`, 'utf8')]));
  const loads = loadedBy(texts);
  const [looks, mentions] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const note = (of: Map<string, Set<string>>, name: string, owner: string) =>
    of.set(name, (of.get(name) ?? new Set()).add(owner));
  for (const path of paths.filter((one) => one.endsWith('.css'))) {
    const text = readFileSync(`${source}${path}`, 'utf8');
    const owner = path.startsWith('styles/') ? 'styles' : ownerOf(path);
    for (const [, name = ''] of text.matchAll(/^\s*\.([\w-]+)/gm)) note(looks, name, owner);
    for (const [, name = ''] of text.matchAll(/\.([a-z][\w-]*)/g)) note(mentions, name, owner);
  }
  const isNear = (one: string, other: string) =>
    other === 'styles' || one === other || loads.get(one)?.has(other) === true || loads.get(other)?.has(one) === true;
  const used = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split(' ').map((name) => ({ name, owner: ownerOf(path) })),
    ),
  );
  expect(used.length).toBeGreaterThan(300);
  const strays = used.flatMap(({ name, owner }) => {
    if ([...(mentions.get(name) ?? [])].some((other) => isNear(owner, other))) return [];
    return [...(looks.get(name) ?? [])].map((other) => `${name} in ${owner}: ${other}`);
  });
  expect([...new Set(strays)]).toEqual([]);
});
