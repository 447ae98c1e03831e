import { createFlightReader, type Flight, type FlightReader } from '../../protocols/tls-records/flight.ts';
import { recordTypes, type TlsRecord } from '../../protocols/tls-records/records.ts';
import { join, uint, vector } from '../../protocols/tls-records/writer.ts';
import { helloBytes, type Offer } from './ask.ts';
import type { Scan } from './dial.ts';
import type { Line } from './line.ts';

/** A handshake that stands still after the server's flight, for tests of what the server does next. */
export interface StandingHandshake {
  readonly version: number;
  readonly flight: Flight;
  sendRecord(type: number, payload: Uint8Array): Promise<void>;
  /** All in one piece, so that the server cannot hang up in between. */
  sendRecords(records: readonly Pick<TlsRecord, 'type' | 'payload'>[]): Promise<void>;
  /** Reads on until the condition holds, the server hangs up (`ended`) or the time is over (`silent`). */
  readUntil(isMet: (flight: Flight) => boolean, ms: number): Promise<'met' | 'ended' | 'silent'>;
}

/** Reads a flight to its end; false when the stream or an alert ends it before. */
export async function readFlight(line: Line, { flight, push }: FlightReader): Promise<boolean> {
  while (!flight.isDone) {
    const bytes = await line.receive();
    if (bytes === null) return false;
    push(bytes);
    if (flight.alert !== null) return false;
  }
  return true;
}

/** Sends the hello and reads the whole flight; null when the server does not take it. */
export async function standAfterFlight(line: Line, scan: Scan, offer: Offer): Promise<StandingHandshake | null> {
  await line.send(helloBytes(scan, offer));
  const reader = createFlightReader();
  const { flight } = reader;
  if (!(await readFlight(line, reader)) || flight.serverHello === null) return null;
  const { version } = flight.serverHello;
  const bytesOf = (type: number, payload: Uint8Array) => join(uint(type, 1), uint(version, 2), vector(2, payload));
  return {
    version,
    flight,
    sendRecord: (type, payload) => line.send(bytesOf(type, payload)),
    sendRecords: (records) => line.send(join(...records.map(({ type, payload }) => bytesOf(type, payload)))),
    async readUntil(isMet, ms) {
      const end = performance.now() + ms;
      while (!isMet(flight)) {
        if (flight.later.some(({ type }) => type === recordTypes.alert)) return 'ended';
        const bytes = await line.receiveWithin(Math.max(0, end - performance.now()));
        if (bytes === undefined) return 'silent';
        if (bytes === null) return 'ended';
        reader.push(bytes);
      }
      return 'met';
    },
  };
}
