import { expect, test } from 'vitest';
import { addGroup } from './add-group.ts';

test('lists curves in the order found, then finite fields by size', () => {
  const groups: number[] = [];
  for (const group of [29, 256, 24, 259, 258, 23, 4588, 257]) addGroup(groups, group);
  expect(groups).toEqual([29, 24, 23, 4588, 256, 257, 258, 259]);
});
