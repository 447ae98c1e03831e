import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TappedExchange } from './wire-tap.ts';

/**
 * Passes a stream on and tells what goes through it. A `TLSSocket` on top of a plain socket takes its octets from the
 * system past all listeners: only with a stream of our own between them is what goes over the wire seen.
 */
export class RecordedSocket extends Duplex {
  readonly #socket: Duplex;
  readonly #recorded: TappedExchange;

  constructor(socket: Socket, recorded: TappedExchange) {
    super();
    this.#socket = socket;
    this.#recorded = recorded;
    // Without a listener an error of the stream would be uncaught; whoever uses it has listeners of his own.
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
