import { type ConnectionsAhead, type DialedConnection, dial, type Scan } from './dial.ts';

/**
 * At most one connection waits for each running exchange with a likely successor. Unused ones are closed as soon as every such
 * exchange has a younger connection: a server that handles one client at a time would come to none of them before ours speaks.
 */
export function createConnectionsAhead(scan: Scan): ConnectionsAhead {
  const waiting: DialedConnection[] = [];
  /** Those of exchanges with a likely successor. */
  const going = new Set<DialedConnection>();
  let isStopped = false;
  const close = () => {
    for (const dialed of waiting.splice(0)) dialed.close();
  };
  const closeUseless = () => {
    const oldest = Math.min(...[...going].map(({ order }) => order));
    for (const dialed of waiting.splice(0)) {
      if (dialed.order > oldest) waiting.push(dialed);
      else dialed.close();
    }
  };
  const open = (count: number) => {
    for (let opened = 0; opened < count; opened += 1) {
      const leave = scan.budget.tryEnter();
      if (leave === null) return;
      waiting.push(dial(scan, leave));
    }
  };
  const openForNext = () => open(isStopped ? 0 : going.size - waiting.length);
  const take = () => waiting.shift() ?? null;
  return {
    add: (dialed) => void waiting.push(dialed),
    addIfUseful(dialed) {
      if (isStopped) return dialed.close();
      waiting.push(dialed);
      waiting.sort((a, b) => a.order - b.order);
      closeUseless();
    },
    open,
    take() {
      const dialed = take();
      openForNext();
      return dialed;
    },
    async ask(hasNext, work) {
      const dialed = take() ?? dial(scan, await scan.budget.enter());
      if (!hasNext) return work(dialed);
      going.add(dialed);
      try {
        openForNext();
        return await work(dialed);
      } finally {
        going.delete(dialed);
        // The next exchange starts before this runs.
        setImmediate(closeUseless);
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
