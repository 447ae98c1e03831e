import { expect, it } from 'vitest';
import { createStartPacing } from './start-pacing.ts';

const turn = () => new Promise(setImmediate);

it('starts two in a turn of the event loop, in order of arrival', async () => {
  const pace = createStartPacing(2);
  const begun: number[] = [];
  const all = Promise.all([0, 1, 2, 3, 4].map((number) => pace().then(() => begun.push(number))));
  expect(begun).toEqual([]);
  const seen: number[][] = [];
  while (begun.length < 5) {
    await turn();
    seen.push([...begun]);
  }
  expect(seen).toContainEqual([0, 1]);
  expect(seen).toContainEqual([0, 1, 2, 3]);
  await all;
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

it('starts again after a pause', async () => {
  const pace = createStartPacing(1);
  await pace();
  await pace();
  await expect(Promise.all([pace(), pace()])).resolves.toHaveLength(2);
});
