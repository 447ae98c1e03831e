import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { numberedConnections } from '../../../testing/numbered-connections.ts';
import { type Budget, budgetLimits } from './budget.ts';
import { type DialedConnection, dial } from './dial.ts';
import { createUrgentConnections } from './urgent-connections.ts';

const budgets: Budget[] = [];
afterEach(() => {
  for (const budget of budgets.splice(0)) budget.close();
});

function stage(atOnce = budgetLimits.atOnce) {
  const { numberOf, ...server } = numberedConnections({ ...budgetLimits, atOnce });
  budgets.push(server.budget);
  const answer = async (dialed: DialedConnection) => {
    const number = await numberOf(dialed);
    dialed.close();
    return number;
  };
  return { ...server, urgent: createUrgentConnections(server.scan, server.ahead), answer };
}

test('gives a row the connections already open before other offers get them', async () => {
  const { ahead, urgent, answer } = stage();
  ahead.open(3);
  const row = urgent.ask(true, answer);
  expect(await Promise.all([row, ahead.ask(false, answer), urgent.ask(false, answer)])).toEqual([1, 3, 2]);
});

test('gives the next connection of a row the first free slot', async () => {
  const { scan, budget, urgent, answer } = stage(1);
  const order: string[] = [];
  const holding = dial(scan, await budget.enter());
  const usual = budget.enter().then((leave) => {
    order.push('usual');
    leave();
  });
  const row = urgent.ask(false, answer).then(() => order.push('urgent'));
  holding.close();
  await Promise.all([usual, row]);
  expect(order).toEqual(['urgent', 'usual']);
});

test('closes what a row does not use, and opens nothing ahead once stopped', async () => {
  const { ahead, budget, open, urgent, answer } = stage();
  await urgent.ask(true, answer);
  await setImmediate();
  await setImmediate();
  expect(open.size).toBe(0);
  ahead.stop();
  await urgent.ask(true, answer);
  expect([open.size, budget.connections]).toEqual([0, 3]);
});
