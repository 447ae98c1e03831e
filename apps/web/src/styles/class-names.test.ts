import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const sheets = (readdirSync(source, { recursive: true }) as string[]).filter(
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
