import { expect, test, vi } from 'vitest';
import { type Retried, RetryQueue } from './retry-queue.ts';

const question = (askedAtMs = performance.now()): Retried => ({ setbacks: 0, askedAtMs, waitedMs: 0 });

test('a question is returned after its delay, and an earlier caller is notified', async () => {
  const onDue = vi.fn();
  const queue = new RetryQueue(8000, onDue);
  const one = question();
  expect(queue.add(one)).toBe(true);
  expect(queue.take()).toBeNull();
  await vi.waitFor(() => expect(onDue).toHaveBeenCalledOnce());
  expect(queue.take()).toBe(one);
  expect(queue.length).toBe(0);
});

test('counts the time spent waiting for answers, not the time in between', () => {
  const queue = new RetryQueue(8000, () => {});
  const slow = question(performance.now() - 5000);
  expect(queue.add(slow)).toBe(true);
  expect(slow.waitedMs).toBeGreaterThanOrEqual(5000);
  slow.askedAtMs = performance.now() - slow.waitedMs - 4000;
  expect(queue.add(slow)).toBe(false);
  queue.clear();
});

test('gives up after six setbacks', () => {
  const queue = new RetryQueue(8000, () => {});
  const one = question();
  const added = Array.from({ length: 6 }, () => {
    one.askedAtMs = performance.now();
    return queue.add(one);
  });
  expect(added).toEqual([true, true, true, true, true, false]);
  queue.clear();
});

test('when retries do not help, each question is sent only twice', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const queue = new RetryQueue<Retried>(8000, () => {});
  let asked = 0;
  for (let index = 0; index < 1000; index += 1) {
    asked += 1;
    queue.add(question());
  }
  while (queue.length > 0) {
    vi.advanceTimersByTime(500);
    for (let one = queue.take(); one !== null; one = queue.take()) {
      asked += 1;
      one.askedAtMs = performance.now();
      queue.add(one);
    }
  }
  vi.useRealTimers();
  expect(asked).toBeGreaterThanOrEqual(2000);
  expect(asked).toBeLessThan(2200);
});
