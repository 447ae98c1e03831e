import { type DialedConnection, dial, type Scan } from './dial.ts';

/**
 * Connections to the peer that are opened before their question is known. With a distant server the TCP handshake is half of an
 * exchange. The oldest is used first, because a server that handles one client at a time would otherwise wait for us.
 */
export interface ConnectionsAhead {
  /** Takes over a connection that was opened elsewhere. */
  add(dialed: DialedConnection): void;
  /** The same where exchanges are running that may use it; otherwise it is closed. */
  addIfGoing(dialed: DialedConnection): void;
  /** Opens up to this many, as far as slots are free. */
  open(count: number): void;
  /** The one that was opened first; null when none waits. */
  take(): DialedConnection | null;
  /**
   * Runs `work` on the connection that was opened first, or on a new one. `hasNext`: another exchange is likely to follow, so its
   * connection is opened meanwhile.
   * @throws the reason of the budget's signal
   */
  ask<T>(hasNext: boolean, work: (dialed: DialedConnection) => Promise<T>): Promise<T>;
  /** Closes those that wait. */
  close(): void;
  /** Closes those that wait, and opens no more: the server would wait for each of them to speak before it turns to the next. */
  stop(): void;
  readonly isStopped: boolean;
}

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
    addIfGoing: (dialed) => (going > 0 && !isStopped ? void waiting.push(dialed) : dialed.close()),
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
