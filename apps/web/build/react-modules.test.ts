import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { asModule } from './react-modules.ts';

const require = createRequire(import.meta.url);
/** The production files are not among a package's exports. */
const path = (name: string, file: string) => require.resolve(name).replace(/index\.js$/, `cjs/${file}.production.js`);
const source = (name: string, file = name) => readFileSync(path(name, file), 'utf8');
const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<object>;

it.each([
  ['react', 'react'],
  ['react', 'react-jsx-runtime'],
  ['scheduler', 'scheduler'],
])('exports from the ES module what %s exports from %s', async (name, file) => {
  const published = require(path(name, file)) as object;
  expect(Object.keys(await load(asModule(source(name, file)))).sort()).toEqual(Object.keys(published).sort());
});

it('imports what the published CommonJS file requires', () => {
  const imports = asModule(source('react-dom', 'react-dom-client')).match(/^import .*$/gm);
  expect(imports).toEqual(["'scheduler'", "'react'", "'react-dom'"].map((from) => expect.stringContaining(from)));
});

it("refuses a file of another shape than React's builds", () => {
  expect(() => asModule('var a = require("a").b;\nexports.c = a;\n')).toThrow('not built as it used to be');
});
