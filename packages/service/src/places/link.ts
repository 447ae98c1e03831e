/** A connection that carries texts in both directions, whatever is below it. */
export interface Link {
  /** Bytes that wait to be sent. */
  readonly unsentBytes: number;
  send(text: string): void;
  /** Sends a heartbeat, which the other side answers by itself. */
  ping(): void;
  close(code: number, reason: string): void;
}

/** Beyond this, heartbeats of the other side are not answered: it does not read the answers, which would take ever more memory. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** The part of a WebSocket, opened with `autoPong: false`, that answers heartbeats. */
interface BeatenSocket {
  readonly bufferedAmount: number;
  pong(data: Buffer, isMasked: undefined, sent: () => void): void;
  on(event: 'ping', pinged: (data: Buffer) => void): unknown;
}

/** Answers the heartbeats of a side that reads. */
export function answerPings(socket: BeatenSocket): void {
  socket.on('ping', (data) => {
    if (socket.bufferedAmount < MAX_UNREAD_BYTES) socket.pong(data, undefined, () => {});
  });
}

/** How long the other side may take to close a connection that this side has closed. */
const CLOSE_MS = 2_000;

/** The part of a WebSocket that closes it. */
interface ClosingSocket {
  close(code: number, reason: string): void;
  terminate(): void;
  once(event: 'close', closed: () => void): unknown;
}

/** The part of a WebSocket that a link needs. */
interface LinkSocket extends ClosingSocket {
  readonly bufferedAmount: number;
  send(text: string, sent: () => void): void;
  ping(data: undefined, isMasked: undefined, sent: () => void): void;
}

/** A link over a WebSocket. A failure to send is followed by its `close`. */
export function linkOver(socket: LinkSocket): Link {
  return {
    get unsentBytes() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text, () => {}),
    ping: () => socket.ping(undefined, undefined, () => {}),
    close: (code, reason) => closeSocket(socket, code, reason),
  };
}

/** Closes politely, and then for certain: the other side may be gone without a word. */
export function closeSocket(socket: ClosingSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** What a link tells its owner. After `closed` it tells nothing more. */
export interface LinkListener {
  received(text: string): void;
  /** Something came: a text, a heartbeat, or the answer to one. */
  heard(): void;
  closed(): void;
}
