import { expect, it } from 'vitest';
import { createSemaphore, type Semaphore } from './semaphore.ts';

const never = new AbortController().signal;

/** Work that starts when it has a slot and ends when the test decides. */
function work() {
  const made = {
    hasBegun: false,
    end: () => {},
    fail: () => {},
    run: () => {
      made.hasBegun = true;
      return new Promise<void>((resolve, reject) => {
        made.end = resolve;
        made.fail = () => reject(new Error('failed'));
      });
    },
  };
  return made;
}

/** Runs the work with a slot, as the callers do. */
async function withSlot<T>(semaphore: Semaphore, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const release = await semaphore.acquire(signal);
  return run().finally(release);
}

const everyMicrotask = () => new Promise((resolve) => setImmediate(resolve));

it('admits as many as there are slots, and the next in the order of arrival', async () => {
  const semaphore = createSemaphore(2);
  const works = [work(), work(), work(), work()];
  for (const { run } of works) void withSlot(semaphore, never, run);
  await everyMicrotask();
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, false]);
  works[1]?.end();
  await everyMicrotask();
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, false]);
});

it('gets its slot back after a failure, too', async () => {
  const semaphore = createSemaphore(1);
  const failing = work();
  const outcome = withSlot(semaphore, never, failing.run);
  await everyMicrotask();
  failing.fail();
  await expect(outcome).rejects.toThrow('failed');
  expect(await withSlot(semaphore, never, async () => 'done')).toBe('done');
});

it('forgets a waiter whose signal fires', async () => {
  const semaphore = createSemaphore(1);
  const [first, aborted, next] = [work(), work(), work()];
  const caller = new AbortController();
  void withSlot(semaphore, never, first.run);
  const failed = withSlot(semaphore, caller.signal, aborted.run);
  void withSlot(semaphore, never, next.run);
  caller.abort('enough');
  await expect(failed).rejects.toBe('enough');
  first.end();
  await everyMicrotask();
  expect([aborted.hasBegun, next.hasBegun]).toEqual([false, true]);
  await expect(semaphore.acquire(caller.signal)).rejects.toBe('enough');
});

it('counts a slot only once if it is released twice', async () => {
  const semaphore = createSemaphore(1);
  const [second, third] = [work(), work()];
  const release = await semaphore.acquire(never);
  void withSlot(semaphore, never, second.run);
  void withSlot(semaphore, never, third.run);
  release();
  release();
  await everyMicrotask();
  expect([second.hasBegun, third.hasBegun]).toEqual([true, false]);
});

it('tryAcquire returns a slot only if one is free', () => {
  const semaphore = createSemaphore(1);
  const release = semaphore.tryAcquire();
  expect(semaphore.tryAcquire()).toBeNull();
  release?.();
  expect(semaphore.tryAcquire()).not.toBeNull();
});

it('when resized, waits for holders to leave or admits waiters', async () => {
  const semaphore = createSemaphore(2);
  const releases = [semaphore.tryAcquire(), semaphore.tryAcquire()];
  semaphore.resize(1);
  const waiting = work();
  void withSlot(semaphore, never, waiting.run);
  releases[0]?.();
  await everyMicrotask();
  expect(waiting.hasBegun).toBe(false);
  semaphore.resize(2);
  await everyMicrotask();
  expect(waiting.hasBegun).toBe(true);
});
