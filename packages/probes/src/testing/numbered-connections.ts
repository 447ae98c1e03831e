import { type BudgetLimits, budgetLimits, createBudget } from '../engines/tls/connection/budget.ts';
import { createConnectionsAhead } from '../engines/tls/connection/connections-ahead.ts';
import type { DialedConnection, Scan } from '../engines/tls/connection/dial.ts';
import type { Connection } from '../net/net.ts';

/** A check of a server whose connections are numbered in the order in which they were started; `open` has those still open. */
export function numberedConnections(limits: BudgetLimits = budgetLimits) {
  const budget = createBudget(limits, new AbortController().signal);
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
  const numberOf = async ({ connection }: DialedConnection) => numbers.get(await connection);
  return { scan, budget, open, numberOf, ahead: createConnectionsAhead(scan) };
}
