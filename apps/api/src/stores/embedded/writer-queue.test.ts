import { expect, it } from 'vitest';
import { createWriterQueue } from './writer-queue.ts';

it('admits one writer at a time, in order of arrival', async () => {
  const queue = createWriterQueue(10, 10_000);
  const order: number[] = [];
  async function write(number: number): Promise<void> {
    await queue.enter();
    order.push(number);
    await Promise.resolve();
    order.push(-number);
    queue.leave();
  }
  await Promise.all([1, 2, 3].map(write));
  await write(4);
  expect(order).toEqual([1, -1, 2, -2, 3, -3, 4, -4]);
});

it('refuses writers when too many wait, and those that have waited too long', async () => {
  const queue = createWriterQueue(1, 20);
  await queue.enter();
  const waiting = queue.enter();
  await expect(queue.enter()).rejects.toMatchObject({ code: 'STORE_CROWDED' });
  await expect(waiting).rejects.toMatchObject({ code: 'STORE_CROWDED' });
  queue.leave();
  // Writers that have given up are not admitted later.
  await queue.enter();
});
