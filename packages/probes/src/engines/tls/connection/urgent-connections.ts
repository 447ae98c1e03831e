import { type ConnectionsAhead, type DialedConnection, dial, type Scan } from './dial.ts';

/**
 * Connections for the longest rows of offers, each of which depends on the reply to the one before: they determine how long a
 * check takes. One connection waits for each row, and gets the first free slot. Other offers never use them.
 */
export function createUrgentConnections(scan: Scan, ahead: ConnectionsAhead): Pick<ConnectionsAhead, 'ask'> {
  const waiting: Promise<DialedConnection>[] = [];
  let going = 0;
  const open = async () => ahead.take() ?? dial(scan, await scan.budget.enter(true));
  const openForNext = () => {
    while (waiting.length < going && !ahead.isStopped) {
      const next = open();
      // A failure is reported to the exchange that needs it.
      next.catch(() => {});
      waiting.push(next);
    }
  };
  const leaveToOthers = () => {
    if (going > 0) return;
    for (const next of waiting.splice(0)) next.then(ahead.addIfUseful, () => {});
  };
  return {
    async ask(hasNext, work) {
      const mine = waiting.shift() ?? open();
      if (!hasNext) return work(await mine);
      going += 1;
      // Before other offers: connections that are already open go to these rows first.
      openForNext();
      try {
        return await work(await mine);
      } finally {
        going -= 1;
        // The next exchange starts before this runs.
        if (going === 0) setImmediate(leaveToOthers);
      }
    },
  };
}
