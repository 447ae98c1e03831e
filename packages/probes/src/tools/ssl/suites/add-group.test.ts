import { expect, test } from 'vitest';
import { addGroup, newInList } from './add-group.ts';

test('lists curves in the order found, then finite fields by size', () => {
  const groups: number[] = [];
  for (const group of [29, 256, 24, 259, 258, 23, 4588, 257]) addGroup(groups, group);
  expect(groups).toEqual([29, 24, 23, 4588, 256, 257, 258, 259]);
});

test('what a server lists is new, in its order, without what nobody knows', () => {
  const known = [23, 24, 25, 29, 30, 256];
  expect(newInList([29, 25, 0x0a0a, 24, 24, 23, 256], [29, 23], known)).toEqual([25, 24, 256]);
  expect(newInList([29], [29], known)).toEqual([]);
});

test('a list without a group that the server was seen to select is not believed', () => {
  expect(newInList([29, 24], [29, 23], [23, 24, 29])).toBeNull();
  expect(newInList([], [29], [23, 29])).toBeNull();
});
