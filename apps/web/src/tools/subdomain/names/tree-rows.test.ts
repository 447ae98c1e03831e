// @vitest-environment node
import { expect, it } from 'vitest';
import type { ReadSubdomain } from '../query.ts';
import { treeRows } from './tree-rows.ts';

const names = (...all: string[]) => all.map((subdomain) => ({ subdomain }) as ReadSubdomain);
const told = (...all: string[]) =>
  treeRows(names(...all)).map(({ label, depth, lines, isLast, name }) => [label, depth, lines, isLast, name !== null]);

it('joins labels without names of their own, and says which were found', () => {
  expect(told('www.a.test', 'x.dev.a.test', 'y.dev.a.test')).toEqual([
    ['a.test', 0, [], true, false],
    ['dev', 1, [false], false, false],
    ['x', 2, [false, true], false, true],
    ['y', 2, [false, true], true, true],
    ['www', 1, [false], true, true],
  ]);
  expect(told('deep.very.a.test')).toEqual([['deep.very.a.test', 0, [], true, true]]);
});

it('keeps a name that others are below', () => {
  expect(told('a.test', 'b.a.test').map(([label, depth, , , isFound]) => [label, depth, isFound])).toEqual([
    ['a.test', 0, true],
    ['b', 1, true],
  ]);
});

it('has a row for each of 500 names, and none without names', () => {
  const many = Array.from({ length: 500 }, (_, at) => `n${at}.${'x'.repeat(60)}.a.test`);
  expect(treeRows(names(...many)).filter(({ name }) => name !== null)).toHaveLength(500);
  expect(treeRows([])).toEqual([]);
});
