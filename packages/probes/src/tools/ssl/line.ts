import type { Connection } from '../../net/net.ts';
import type { Budget } from './budget.ts';

/** A connection that is ready for a hello, and counted. */
export interface Line {
  send(bytes: Uint8Array): Promise<void>;
  /** The next bytes, or null at the end of the stream. */
  receive(): Promise<Uint8Array | null>;
  /** As `receive`; undefined when nothing comes in time. */
  receiveWithin(ms: number): Promise<Uint8Array | null | undefined>;
}

/** The reading and writing of a connection; what is read counts. */
export function lineOf(connection: Connection, budget: Budget): Line {
  let pending: Promise<Uint8Array | null> | null = null;
  const read = async () => {
    const bytes = await connection.read();
    budget.signal.throwIfAborted();
    if (bytes !== null) budget.countBytes(bytes.length);
    return bytes;
  };
  return {
    send: (bytes) => connection.write(bytes),
    receive() {
      const reading = pending ?? read();
      pending = null;
      return reading;
    },
    async receiveWithin(ms) {
      pending ??= read();
      let timer: NodeJS.Timeout | undefined;
      const nothing = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), ms);
      });
      try {
        const bytes = await Promise.race([pending, nothing]);
        if (bytes !== undefined) pending = null;
        return bytes;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
