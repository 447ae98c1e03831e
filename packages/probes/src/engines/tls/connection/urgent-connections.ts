import { type ConnectionsAhead, type DialedConnection, dial, type Scan } from './dial.ts';

/**
 * Connections for the longest rows of questions, each of which depends on the answer before: a check ends no earlier than they
 * do. One waits for each of them, and is the first to get a slot. Other questions do not take them.
 */
export function createUrgentConnections(scan: Scan, ahead: ConnectionsAhead): Pick<ConnectionsAhead, 'ask'> {
  const waiting: Promise<DialedConnection>[] = [];
  let going = 0;
  const open = async () => ahead.take() ?? dial(scan, await scan.budget.enter(true));
  const openForNext = () => {
    while (waiting.length < going && !ahead.isStopped) {
      const next = open();
      // A failure is reported to the question that needs it.
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
      // Before anybody else asks: what is open already goes to these rows first.
      openForNext();
      try {
        return await work(await mine);
      } finally {
        going -= 1;
        // The next question starts before this runs.
        if (going === 0) setImmediate(leaveToOthers);
      }
    },
  };
}
