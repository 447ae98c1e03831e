/** A connection that carries texts in both directions, whatever is below it. */
export interface Link {
  /** Bytes that wait to be sent. */
  readonly unsentBytes: number;
  send(text: string): void;
  /** Sends a heartbeat, which the other side answers by itself. */
  ping(): void;
  close(code: number, reason: string): void;
}

/** The part of a WebSocket that a link needs. */
interface LinkSocket {
  readonly bufferedAmount: number;
  send(text: string, sent: () => void): void;
  ping(data: undefined, isMasked: undefined, sent: () => void): void;
}

/** A link over a WebSocket. A failure to send is followed by its `close`. */
export function linkOver(socket: LinkSocket, close: Link['close']): Link {
  return {
    get unsentBytes() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text, () => {}),
    ping: () => socket.ping(undefined, undefined, () => {}),
    close,
  };
}

/** What a link tells its owner. After `closed` it tells nothing more. */
export interface LinkListener {
  received(text: string): void;
  /** Something came: a text, a heartbeat, or the answer to one. */
  heard(): void;
  closed(): void;
}
