import type { Connection, Net } from '../net.ts';

/** Octets written or read at once. Times are milliseconds since the timeline began. */
export interface Transfer {
  readonly direction: 'out' | 'in';
  readonly atMs: number;
  readonly octets: number;
}

/** What happened on one connection of a lookup, and when. */
export interface ConnectionTimes {
  readonly beganAtMs: number;
  /** When the TCP handshake completed; null if it never did. */
  openedAtMs: number | null;
  /** The end of the stream, a close on our side or a failure, whichever came first; null while it is open. */
  closedAtMs: number | null;
  readonly transfers: Transfer[];
  /** The first octets written, which show what was asked; null if there were none. */
  asked: Uint8Array | null;
}

export interface Timeline {
  /** Milliseconds since the timeline began. */
  nowMs(): number;
  /** In the order in which they began. */
  readonly connections: readonly ConnectionTimes[];
}

/**
 * Wraps the network layer so that the connections opened through it are recorded. It only observes: errors pass through and
 * nothing is delayed. Connections made inside the layer, by `fetch` and name resolution, are not recorded.
 */
export function recordTimeline(net: Net): { readonly net: Net; readonly timeline: Timeline } {
  const startedAt = performance.now();
  const nowMs = () => performance.now() - startedAt;
  const connections: ConnectionTimes[] = [];
  const connect: Net['connect'] = async (target, limits, signal) => {
    const times: ConnectionTimes = {
      beganAtMs: nowMs(),
      openedAtMs: null,
      closedAtMs: null,
      transfers: [],
      asked: null,
    };
    connections.push(times);
    const noteEnd = () => {
      times.closedAtMs ??= nowMs();
    };
    signal.addEventListener('abort', noteEnd, { once: true });
    try {
      const connection = await net.connect(target, limits, signal);
      times.openedAtMs = nowMs();
      return watched(connection, times, nowMs, noteEnd);
    } catch (error) {
      noteEnd();
      throw error;
    }
  };
  return { net: { ...net, connect }, timeline: { nowMs, connections } };
}

function watched(connection: Connection, times: ConnectionTimes, nowMs: () => number, noteEnd: () => void): Connection {
  const note = (direction: Transfer['direction'], bytes: Uint8Array) =>
    void times.transfers.push({ direction, atMs: nowMs(), octets: bytes.length });
  return {
    address: connection.address,
    write(bytes) {
      times.asked ??= bytes;
      note('out', bytes);
      return connection.write(bytes);
    },
    async read() {
      try {
        const bytes = await connection.read();
        if (bytes === null) noteEnd();
        else note('in', bytes);
        return bytes;
      } catch (error) {
        noteEnd();
        throw error;
      }
    },
    close() {
      noteEnd();
      connection.close();
    },
  };
}
