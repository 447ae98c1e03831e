import { type Dialed, dial, type Scan } from './dial.ts';

/**
 * Connections that are opened while the question before is answered, so that the next does not wait for its own: half the
 * time of a question to a server that is far away.
 */
export interface DialAhead {
  /**
   * Asks on the connection that waits longest, or on a new one. With `hasNext` another question is likely to follow.
   * @throws the reason of the budget's signal
   */
  ask<T>(hasNext: boolean, work: (dialed: Dialed) => Promise<T>): Promise<T>;
}

/**
 * There are never more in waiting than questions under way that are likely to be followed by another. The oldest goes
 * first, so that a server with one client at a time never waits for us; what nobody needs is closed at once.
 */
export function createDialAhead(scan: Scan): DialAhead {
  const waiting: Dialed[] = [];
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
        // The next question is asked before this runs.
        if (going === 0) setImmediate(closeWhenOver);
      }
    },
  };
}
