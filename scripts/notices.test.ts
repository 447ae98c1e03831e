import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isPermissive, notices, shippedPackages } from './notices.mjs';

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Zlib', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['GPL-2.0', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['unknown', false],
  ['', false],
])('%s is permissive: %s', (expression, expected) => {
  expect(isPermissive(expression)).toBe(expected);
});

test('shipped packages are found as Node resolves them: nested versions and workspaces included, development excluded', () => {
  const packages = {
    'apps/api': { dependencies: { a: '1', '@sonde/contract': '1' }, devDependencies: { d: '1' } },
    'node_modules/@sonde/contract': { resolved: 'packages/contract', link: true },
    'packages/contract': { dependencies: { c: '1' } },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '1' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', license: 'ISC', dependencies: { c: '1' } },
    'node_modules/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/c': { version: '1.0.0', optionalDependencies: { n: '1', missing: '1' } },
    'node_modules/d': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/n': { version: '1.0.0', license: 'MIT', os: ['linux'] },
  };
  const found = shippedPackages(packages).map(({ name, version, licence, isNative }) => [
    name,
    version,
    licence,
    isNative,
  ]);
  expect(found).toEqual([
    ['a', '1.0.0', 'MIT', false],
    ['b', '1.0.0', 'ISC', false],
    ['c', '1.0.0', 'unknown', false],
    ['n', '1.0.0', 'MIT', true],
  ]);
});

test('the notices match the lock file, and every licence is permissive', () => {
  const { markdown, problems } = notices(fileURLToPath(new URL('..', import.meta.url)));
  expect(problems).toEqual([]);
  const onDisk = readFileSync(new URL('../THIRD-PARTY-NOTICES.md', import.meta.url), 'utf8');
  expect(onDisk === markdown, 'run `npm run notices`').toBe(true);
});
