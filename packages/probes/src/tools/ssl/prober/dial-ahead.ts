import { type DialedConnection, dial, type Scan } from '../../../engines/tls/connection/dial.ts';

/**
 * Opens the connection for the next exchange while the current one is still running. With a distant server the TCP handshake
 * is half of an exchange.
 */
export interface DialAhead {
  /**
   * Runs `work` on the connection that was opened first, or on a new one. `hasNext`: another exchange is likely to follow.
   * @throws the reason of the budget's signal
   */
  ask<T>(hasNext: boolean, work: (dialed: DialedConnection) => Promise<T>): Promise<T>;
}

/**
 * At most one connection waits for each running exchange with a likely successor. The oldest is used first, because a server
 * that handles one client at a time would otherwise wait for us; unused ones are closed at once.
 */
export function createDialAhead(scan: Scan): DialAhead {
  const waiting: DialedConnection[] = [];
  let going = 0;
  const closeWhenOver = () => {
    if (going > 0) return;
    for (const dialed of waiting.splice(0)) dialed.close();
  };
  return {
    async ask(hasNext, work) {
      const dialed = waiting.shift() ?? dial(scan, await scan.budget.enter());
      if (!hasNext) return work(dialed);
      going += 1;
      try {
        const leave = waiting.length < going ? scan.budget.tryEnter() : null;
        if (leave !== null) waiting.push(dial(scan, leave));
        return await work(dialed);
      } finally {
        going -= 1;
        // The next exchange starts before this runs.
        if (going === 0) setImmediate(closeWhenOver);
      }
    },
  };
}
