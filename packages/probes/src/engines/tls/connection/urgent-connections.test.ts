import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Connection } from '../../../net/net.ts';
import { type Budget, budgetLimits, createBudget } from './budget.ts';
import { createConnectionsAhead } from './connections-ahead.ts';
import { type DialedConnection, dial, type Scan } from './dial.ts';
import { createUrgentConnections } from './urgent-connections.ts';

const budgets: Budget[] = [];
afterEach(() => {
  for (const budget of budgets.splice(0)) budget.close();
});

/** A server whose connections are numbered in the order in which they were started. */
function stage(atOnce = budgetLimits.atOnce) {
  const budget = createBudget({ ...budgetLimits, atOnce }, new AbortController().signal);
  budgets.push(budget);
  const open = new Set<number>();
  const numbers = new Map<Connection, number>();
  const scan: Scan = {
    peer: { address: '127.0.0.1', port: 443, serverName: null, startTls: null },
    budget,
    roundTripMs: 0,
    without: [],
    async connect(signal) {
      const number = numbers.size + 1;
      const connection = {} as Connection;
      numbers.set(connection, number);
      open.add(number);
      signal.addEventListener('abort', () => open.delete(number), { once: true });
      return connection;
    },
  };
  const ahead = createConnectionsAhead(scan);
  const urgent = createUrgentConnections(scan, ahead);
  const answer = async (dialed: DialedConnection) => {
    const number = numbers.get(await dialed.connection);
    dialed.close();
    return number;
  };
  return { scan, budget, open, ahead, urgent, answer };
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
