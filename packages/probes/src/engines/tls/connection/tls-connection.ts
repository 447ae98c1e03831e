import { resultWithin } from '../../../async/deadline.ts';
import type { Connection } from '../../../net/net.ts';
import type { Budget } from './budget.ts';

/** A connection that is ready for a ClientHello. Its bytes count towards the budget of the check. */
export interface TlsConnection {
  send(bytes: Uint8Array): Promise<void>;
  /** The next bytes, or null at the end of the stream. */
  receive(): Promise<Uint8Array | null>;
  /** Like `receive`, but undefined when nothing arrives within `ms`. */
  receiveWithin(ms: number): Promise<Uint8Array | null | undefined>;
}

export function createTlsConnection(connection: Connection, budget: Budget): TlsConnection {
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
      const bytes = await resultWithin(pending, ms);
      if (bytes !== undefined) pending = null;
      return bytes;
    },
  };
}
