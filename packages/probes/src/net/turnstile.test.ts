import { expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const quiet = new AbortController().signal;

/** What has been let in after every microtask has run. */
async function letIn(waiting: readonly Promise<unknown>[]): Promise<boolean[]> {
  const flags = waiting.map(() => false);
  for (const [index, one] of waiting.entries()) {
    one.then(
      () => {
        flags[index] = true;
      },
      () => {},
    );
  }
  await new Promise((resolve) => setImmediate(resolve));
  return flags;
}

it('lets in as many as there are places, and the next in the order of arrival', async () => {
  const turnstile = createTurnstile(2);
  const waiting = Array.from({ length: 4 }, () => turnstile.enter(quiet));
  expect(await letIn(waiting)).toEqual([true, true, false, false]);
  (await waiting[1])?.();
  expect(await letIn(waiting)).toEqual([true, true, true, false]);
});

it('counts a place given back twice once', async () => {
  const turnstile = createTurnstile(1);
  const leave = await turnstile.enter(quiet);
  leave();
  leave();
  expect(await letIn([turnstile.enter(quiet), turnstile.enter(quiet)])).toEqual([true, false]);
});

it('forgets who gives up waiting', async () => {
  const turnstile = createTurnstile(1);
  const leave = await turnstile.enter(quiet);
  const caller = new AbortController();
  const given = turnstile.enter(caller.signal);
  const next = turnstile.enter(quiet);
  caller.abort('enough');
  await expect(given).rejects.toBe('enough');
  leave();
  expect(await letIn([next])).toEqual([true]);
  await expect(turnstile.enter(caller.signal)).rejects.toBe('enough');
});
