import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { numberedConnections } from '../../../testing/numbered-connections.ts';
import { budgetLimits } from './budget.ts';
import { dial } from './dial.ts';

function stage(limits = budgetLimits) {
  const { scan, budget, open, numberOf, ahead } = numberedConnections(limits);
  /** One exchange. */
  const ask = (hasNext: boolean, onAsked: () => void = () => {}) =>
    ahead.ask(hasNext, async (dialed) => {
      const number = await numberOf(dialed);
      onAsked();
      dialed.close();
      return number;
    });
  return { ask, ahead, budget, open, dialOne: () => dial(scan, () => {}) };
}

test('opens the next connection during an exchange, after its own, for the next exchange', async () => {
  const { ask, open, budget } = stage();
  expect(await ask(true, () => expect([...open]).toEqual([1, 2]))).toBe(1);
  expect(await ask(true)).toBe(2);
  expect(await ask(false)).toBe(3);
  expect(budget.connections).toBe(3);
  budget.close();
});

test('keeps one connection for each concurrent exchange, and uses the oldest first', async () => {
  const { ask, open, budget } = stage();
  expect(await Promise.all([ask(true), ask(true), ask(true)])).toHaveLength(3);
  expect(open.size).toBeLessThanOrEqual(3);
  const next = await Promise.all([ask(true), ask(true), ask(true)]);
  expect(next).toEqual([...next].sort());
  budget.close();
});

test('closes waiting connections when no other exchange is likely', async () => {
  const { ask, open, budget } = stage();
  await ask(true);
  expect(open.size).toBe(1);
  await setImmediate();
  expect(open.size).toBe(0);
  budget.close();
});

test('gives a waiting connection no slot that an exchange needs, and none beyond the limit of a check', async () => {
  const { ask, open, budget } = stage({ ...budgetLimits, atOnce: 1 });
  expect(await ask(true, () => expect([...open]).toEqual([1]))).toBe(1);
  budget.close();
  const few = stage({ ...budgetLimits, connections: 1 });
  await few.ask(true);
  expect([few.budget.connections, few.budget.stopped]).toEqual([1, null]);
  few.budget.close();
});

test('an unused connection is kept for a question with an older one, and closed where all are younger', async () => {
  const { ask, ahead, open, budget, dialOne } = stage();
  const [first, second] = [dialOne(), dialOne()];
  ahead.add(first);
  await ask(true, () => {
    ahead.addIfUseful(second);
    expect(open).toContain(2);
  });
  const [older, younger] = [dialOne(), dialOne()];
  ahead.close();
  ahead.add(younger);
  await ask(true, () => {
    ahead.addIfUseful(older);
    expect(open).not.toContain(3);
  });
  await setImmediate();
  expect([...open]).toEqual([]);
  budget.close();
});
