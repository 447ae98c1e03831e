import { expect, test } from 'vitest';
import { addGroup } from './add-group.ts';

test('curves as they come, then finite fields by their size, in whatever order they are found', () => {
  const groups: number[] = [];
  for (const group of [29, 256, 24, 259, 258, 23, 4588, 257]) addGroup(groups, group);
  expect(groups).toEqual([29, 24, 23, 4588, 256, 257, 258, 259]);
});
