import { type ConnectionsAhead, type DialedConnection, dial, type Scan } from './dial.ts';

/** At most one connection waits for each running exchange with a likely successor; unused ones are closed at once. */
export function createConnectionsAhead(scan: Scan): ConnectionsAhead {
  const waiting: DialedConnection[] = [];
  let going = 0;
  let isStopped = false;
  const close = () => {
    for (const dialed of waiting.splice(0)) dialed.close();
  };
  const open = (count: number) => {
    for (let opened = 0; opened < count; opened += 1) {
      const leave = scan.budget.tryEnter();
      if (leave === null) return;
      waiting.push(dial(scan, leave));
    }
  };
  const openForNext = () => open(isStopped ? 0 : going - waiting.length);
  const take = () => waiting.shift() ?? null;
  return {
    add: (dialed) => void waiting.push(dialed),
    open,
    take() {
      const dialed = take();
      openForNext();
      return dialed;
    },
    async ask(hasNext, work) {
      const dialed = take() ?? dial(scan, await scan.budget.enter());
      if (!hasNext) return work(dialed);
      going += 1;
      try {
        openForNext();
        return await work(dialed);
      } finally {
        going -= 1;
        // The next exchange starts before this runs.
        if (going === 0) setImmediate(() => going === 0 && close());
      }
    },
    close,
    stop() {
      isStopped = true;
      close();
    },
    get isStopped() {
      return isStopped;
    },
  };
}
