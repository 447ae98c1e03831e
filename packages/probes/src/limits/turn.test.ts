import { expect, it } from 'vitest';
import { createFairAllowance } from './fair-allowance.ts';
import { waitForTurn } from './turn.ts';

const { signal } = new AbortController();

it('a turn comes at once while there are some, then later, or not in time', async () => {
  let nowMs = 0;
  const turns = createFairAllowance({ units: 2, windowMs: 100 }, () => nowMs);
  const taken: string[] = [];
  const watched = {
    take: (...args: Parameters<typeof turns.take>) => {
      const decision = turns.take(...args);
      taken.push(decision.isAllowed ? 'taken' : 'refused');
      nowMs += decision.retryInMs;
      return decision;
    },
  };
  for (let turn = 0; turn < 3; turn += 1) await waitForTurn(watched, 'a', { maxWaitMs: 1000, signal });
  expect(taken).toEqual(['taken', 'taken', 'refused', 'taken']);
  const never = { take: () => ({ isAllowed: false, remaining: 0, wholeInMs: 0, retryInMs: 5000 }) };
  await expect(waitForTurn(never, 'a', { maxWaitMs: 1000, signal })).rejects.toMatchObject({
    code: 'busy',
    retryAfterSeconds: 5,
  });
});

it('a wait ends when the lookup does', async () => {
  const caller = new AbortController();
  const late = { take: () => ({ isAllowed: false, remaining: 0, wholeInMs: 0, retryInMs: 500 }) };
  const waiting = waitForTurn(late, 'a', { maxWaitMs: 1000, signal: caller.signal });
  caller.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
});
