import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const paths = readdirSync(source, { recursive: true }) as string[];
const read = (path: string) => readFileSync(`${source}${path}`, 'utf8');

/** The page or tool that a file belongs to: `pages/watch`, `tools/mail`. */
const ownerOf = (path: string) =>
  path
    .replace(/\.tsx?$/, '')
    .split('/')
    .slice(0, 2)
    .join('/');

/** Whose sheets a page or tool loads besides its own, so that it may use the classes of those. */
const loadedBy: Readonly<Record<string, readonly string[]>> = {
  'pages/watch': ['pages/dashboard', 'pages/kept'],
  // Part of every answer.
  'tools/findings': ['tools/answer'],
  'tools/ssl': ['tools/answer'],
  // On the pages of a member; the page of lists has its own looks for it.
  'tools/places': ['pages/dashboard'],
};

/** Classes that a sheet gives looks wherever they stand: `.from {`, or `.from,` at the start of a line. */
function styledIn(path: string): string[] {
  const text = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/^\.([\w-]+)(?: \{|,$)/gm)].map(([, name]) => name ?? '');
}

/** Classes that a component gives to its elements. */
function usedIn(path: string): string[] {
  return [...read(path).matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, plain, computed = '']) => {
    const words =
      plain === undefined ? [...computed.matchAll(/['`]([^'`$]*)/g)].map(([, text]) => text ?? '') : [plain];
    return words.flatMap((text) => text.split(' '));
  });
}

const owners = new Map<string, Set<string>>();
// Those in `styles` and `ui` are made for every page.
for (const path of paths.filter((one) => /^(pages|tools)\/.*\.css$/.test(one)))
  for (const name of styledIn(path)) owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(path)));

// A sheet stays once it was loaded: it would change a class that another page uses without wanting these looks.
it('no component uses a class to which the sheet of another page or tool gives looks', () => {
  const components = paths.filter((path) => path.endsWith('.tsx') && !/\.(test|demo)\.tsx$/.test(path));
  const foreign = components.flatMap((path) => {
    const own = [ownerOf(path), ...(loadedBy[ownerOf(path)] ?? [])];
    const leaking = [...new Set(usedIn(path))].filter((name) => {
      const of = owners.get(name);
      return of !== undefined && !own.some((one) => of.has(one));
    });
    return leaking.map((name) => `${path}: ${name} of ${[...(owners.get(name) ?? [])].join(', ')}`);
  });
  expect(owners.size).toBeGreaterThan(50);
  expect(foreign).toEqual([]);
});
