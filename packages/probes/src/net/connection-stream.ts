import { Duplex } from 'node:stream';
import type { Connection } from './net.ts';

/** A connection as a stream, for the runtime's TLS; `onBytes` sees what comes in. Ending it closes the connection. */
export function connectionStream(connection: Connection, onBytes: (bytes: Uint8Array) => void): Duplex {
  return new Duplex({
    read() {
      connection.read().then(
        (bytes) => {
          if (bytes !== null) onBytes(bytes);
          this.push(bytes === null ? null : Buffer.from(bytes));
        },
        (error: Error) => this.destroy(error),
      );
    },
    write(bytes: Buffer, _encoding, done) {
      connection.write(bytes).then(() => done(), done);
    },
    destroy(error, done) {
      connection.close();
      done(error);
    },
  });
}
