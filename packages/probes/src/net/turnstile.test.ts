import { expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const quiet = new AbortController().signal;

/** Work that begins when it is let in and ends when the test says so. */
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

const everyMicrotask = () => new Promise((resolve) => setImmediate(resolve));

it('lets in as many as there are places, and the next in the order of arrival', async () => {
  const turnstile = createTurnstile(2);
  const works = [work(), work(), work(), work()];
  for (const { run } of works) void turnstile.pass(quiet, run);
  await everyMicrotask();
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, false]);
  works[1]?.end();
  await everyMicrotask();
  expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, false]);
});

it('gives the outcome of the work, and its place back after a failure too', async () => {
  const turnstile = createTurnstile(1);
  const failing = work();
  const outcome = turnstile.pass(quiet, failing.run);
  failing.fail();
  await expect(outcome).rejects.toThrow('failed');
  expect(await turnstile.pass(quiet, async () => 'done')).toBe('done');
});

it('forgets who gives up waiting', async () => {
  const turnstile = createTurnstile(1);
  const [first, given, next] = [work(), work(), work()];
  const caller = new AbortController();
  void turnstile.pass(quiet, first.run);
  const givenUp = turnstile.pass(caller.signal, given.run);
  void turnstile.pass(quiet, next.run);
  caller.abort('enough');
  await expect(givenUp).rejects.toBe('enough');
  first.end();
  await everyMicrotask();
  expect([given.hasBegun, next.hasBegun]).toEqual([false, true]);
  await expect(turnstile.pass(caller.signal, given.run)).rejects.toBe('enough');
});

it('lets the next in when the one inside leaves before its work ends, and once only', async () => {
  const turnstile = createTurnstile(1);
  const [second, third] = [work(), work()];
  let leaveEarly = () => {};
  let end = () => {};
  const first = turnstile.pass(quiet, (leave) => {
    leaveEarly = leave;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  void turnstile.pass(quiet, second.run);
  void turnstile.pass(quiet, third.run);
  leaveEarly();
  leaveEarly();
  end();
  await first;
  await everyMicrotask();
  expect([second.hasBegun, third.hasBegun]).toEqual([true, false]);
});
