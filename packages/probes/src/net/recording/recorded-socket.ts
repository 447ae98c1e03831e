import { Duplex } from 'node:stream';
import type { TappedExchange } from './wire-tap.ts';

/** What is told of a stream. */
export type StreamTap = Pick<TappedExchange, 'sent' | 'received' | 'end'>;

/**
 * Passes a stream through and records its octets. A `TLSSocket` directly on top of a socket reads from the system without
 * emitting events, so that only a stream between the two sees the octets on the wire.
 */
export class RecordedSocket extends Duplex {
  readonly #socket: Duplex;
  readonly #recorded: StreamTap;

  constructor(socket: Duplex, recorded: StreamTap) {
    super();
    this.#socket = socket;
    this.#recorded = recorded;
    // Keeps an error from being uncaught before the user of the stream has added a listener.
    this.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      recorded.received(chunk);
      if (!this.push(chunk)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#recorded.sent(chunk);
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#recorded.end(error ?? undefined);
    this.#socket.destroy();
    done(error);
  }
}
