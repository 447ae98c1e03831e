import type { Duplex } from 'node:stream';
import { RecordedSocket } from '../recording/recorded-socket.ts';

/** A stream that notes when its first octet arrived. */
export interface TimedStream {
  readonly stream: Duplex;
  /** By `performance.now`; null before the first octet. */
  firstOctetAtMs(): number | null;
}

/** Passes a stream through: a parser that reads a socket by itself does not say when something arrived. */
export function timedStream(socket: Duplex): TimedStream {
  let firstMs: number | null = null;
  const ignore = () => {};
  const received = () => {
    firstMs ??= performance.now();
  };
  const stream = new RecordedSocket(socket, { sent: ignore, end: ignore, received });
  return { stream, firstOctetAtMs: () => firstMs };
}
