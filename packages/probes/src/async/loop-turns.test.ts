import { expect, test } from 'vitest';
import { createSlices } from './loop-turns.ts';

/** Pauses the given number of times, and returns the turns of the event loop in which it continued. */
async function work(pauses: number, turnNow: () => number): Promise<number[]> {
  const slices = createSlices(0);
  const turns: number[] = [];
  while (turns.length < pauses) {
    await slices.pauseIfOver();
    turns.push(turnNow());
  }
  return turns;
}

test('long tasks let everything else run in between, and never share a turn of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = (await Promise.all([work(20, () => turn), work(20, () => turn)])).flat();
  isOver = true;
  expect(new Set(turns).size).toBe(40);
});

test('a short task waits only for its first turn', async () => {
  const slices = createSlices(1000);
  await slices.pauseIfOver();
  expect(slices.pauseIfOver()).toBeNull();
});
