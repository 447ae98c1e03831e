import { join } from '../../../protocols/octets.ts';
import { createFlightReader, type Flight, type FlightReader } from '../../../protocols/tls-records/flight.ts';
import { recordTypes, type TlsRecord } from '../../../protocols/tls-records/records.ts';
import { uint, vector } from '../../../protocols/tls-records/writer.ts';
import type { Scan } from '../connection/dial.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';
import { encodeOffer, type Offer } from './send-hello.ts';

/** A handshake that is paused after the server's flight, to test how the server reacts to the next message. */
export interface PausedHandshake {
  readonly version: number;
  readonly flight: Flight;
  sendRecord(type: number, payload: Uint8Array): Promise<void>;
  /** Sends all records in one write, so that the server cannot close the connection between them. */
  sendRecords(records: readonly Pick<TlsRecord, 'type' | 'payload'>[]): Promise<void>;
  /** Reads until the condition holds (`met`), the server sends an alert or closes (`ended`), or `ms` have passed (`silent`). */
  readUntil(isMet: (flight: Flight) => boolean, ms: number): Promise<'met' | 'ended' | 'silent'>;
}

/** Reads a flight to its end; false when an alert or the end of the stream comes first. */
export async function readFlight(connection: TlsConnection, { flight, push }: FlightReader): Promise<boolean> {
  while (!flight.isDone) {
    const bytes = await connection.receive();
    if (bytes === null) return false;
    push(bytes);
    if (flight.alert !== null) return false;
  }
  return true;
}

/** Sends a ClientHello and reads the whole flight; null when the server refuses it. */
export async function pauseAfterServerFlight(
  connection: TlsConnection,
  scan: Scan,
  offer: Offer,
): Promise<PausedHandshake | null> {
  await connection.send(encodeOffer(scan, offer));
  const reader = createFlightReader();
  const { flight } = reader;
  if (!(await readFlight(connection, reader)) || flight.serverHello === null) return null;
  const { version } = flight.serverHello;
  const bytesOf = (type: number, payload: Uint8Array) => join(uint(type, 1), uint(version, 2), vector(2, payload));
  return {
    version,
    flight,
    sendRecord: (type, payload) => connection.send(bytesOf(type, payload)),
    sendRecords: (records) => connection.send(join(...records.map(({ type, payload }) => bytesOf(type, payload)))),
    async readUntil(isMet, ms) {
      const end = performance.now() + ms;
      while (!isMet(flight)) {
        if (flight.later.some(({ type }) => type === recordTypes.alert)) return 'ended';
        const bytes = await connection.receiveWithin(Math.max(0, end - performance.now()));
        if (bytes === undefined) return 'silent';
        if (bytes === null) return 'ended';
        reader.push(bytes);
      }
      return 'met';
    },
  };
}
