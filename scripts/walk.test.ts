import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('docs/walk.md');
/** Links such as [`ask`](../apps/web/src/browser/api/ask.ts). */
const LINK = /\[`([^`]+)`\]\(\.\.\/([^)#]+\.tsx?)\)/g;
const linksIn = (part: string) => [...part.matchAll(LINK)].map(([, symbol = '', path = '']) => ({ symbol, path }));

/** Whether the file declares the symbol: as a function, a class, a type, a method with its body, or a property. */
function isDeclared(symbol: string, path: string): boolean {
  const name = symbol.replace(/[$#]/g, '\\$&');
  const declaration = [
    `^\\s*(?:export )?(?:async )?(?:function\\*? |const |class |interface |type )${name}\\b`,
    `^\\s+(?:return )?(?:async )?(?:function )?${name}(?:<\\w+>)?\\(.*\\{$`,
    `^\\s+${name}: `,
  ].join('|');
  return new RegExp(declaration, 'm').test(read(path));
}

it.each(linksIn(text))('docs/walk.md links $symbol to the file that declares it, $path', ({ symbol, path }) => {
  expect(isDeclared(symbol, path)).toBe(true);
});

it('a symbol that is only used in a file is not taken for its declaration', () => {
  expect(isDeclared('probeDns', 'packages/probes/src/tools/dns/probe.ts')).toBe(true);
  expect(isDeclared('probeDns', 'packages/probes/src/tools/index.ts')).toBe(false);
  expect(isDeclared('nowhere', 'packages/probes/src/run.ts')).toBe(false);
});

it('docs/walk.md has such a link in every step, and no other link to code', () => {
  const steps = text.match(/^\d+\. .*(?:\n {3}.*)*/gm) ?? [];
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.filter((step) => linksIn(step).length === 0)).toEqual([]);
  expect(text.match(/\]\([^)]*\.tsx?[^)]*\)/g)?.length).toBe(linksIn(text).length);
});
