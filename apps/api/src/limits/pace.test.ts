import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const turn = () => new Promise(setImmediate);

it('lets two begin in a turn, in the order in which they came', async () => {
  const pace = createPace(2);
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

it('begins anew after a rest', async () => {
  const pace = createPace(1);
  await pace();
  await pace();
  await Promise.all([pace(), pace()]);
});
