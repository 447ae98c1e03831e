import { join } from '../../../../protocols/octets.ts';
import type { FlightReader } from '../../../../protocols/tls-records/flight.ts';
import { extensions } from '../../../../protocols/tls-records/hello/extensions.ts';
import { readExtensions } from '../../../../protocols/tls-records/hello/server-hello.ts';
import { createMessageReader, messageTypes } from '../../../../protocols/tls-records/messages.ts';
import { readerOf, readUint, readVector } from '../../../../protocols/tls-records/reader.ts';
import { recordTypes } from '../../../../protocols/tls-records/records.ts';
import { alerts } from '../../../../protocols/tls-records/registries/alerts.ts';
import type { TlsConnection } from '../../connection/tls-connection.ts';
import { type EndOfFlight, innerContent } from './encrypted-flight.ts';
import type { ApplicationKeys } from './key-schedule.ts';

/** A NewSessionTicket of TLS 1.3 (RFC 8446 section 4.6.1) with the key that belongs to it. */
export interface Ticket {
  readonly lifetimeSeconds: number;
  /** 0 if the ticket does not permit early data (section 4.2.10). */
  readonly maxEarlyDataBytes: number;
  readonly ticket: Uint8Array;
  readonly ageAdd: number;
  readonly psk: Uint8Array;
}

/** Level and description. */
const CLOSE_NOTIFY = Uint8Array.of(1, alerts.closeNotify);

/**
 * Finishes the handshake and reads the first ticket. Our Finished is followed immediately by close_notify, so that a server
 * without tickets says goodbye, too: then `none`. Null if the server stays silent for `waitMs`, sends an error alert, or the
 * connection ends without a goodbye, which may have been cut.
 */
export async function readTicket(
  connection: TlsConnection,
  reader: FlightReader,
  flightEnd: EndOfFlight,
  waitMs: number,
): Promise<Ticket | 'none' | null> {
  const { next } = flightEnd;
  const { application, finish } = finishOf(flightEnd);
  await connection.send(join(finish, application.seal(recordTypes.alert, CLOSE_NOTIFY)));
  const end = performance.now() + waitMs;
  const inside = createMessageReader();
  for (let place = next; ; place += 1) {
    const record = await recordAt(place, connection, reader, end);
    if (record?.type !== recordTypes.applicationData) return null;
    const { type, content } = innerContent(application.open(record.payload));
    if (type === recordTypes.alert) return content[1] === alerts.closeNotify ? 'none' : null;
    if (type !== recordTypes.handshake) continue;
    const message = inside.push(content).find((one) => one.type === messageTypes.newSessionTicket);
    if (message !== undefined) return decodeTicket(message.body, application);
  }
}

/** Finishes the handshake, sends these octets as application data, and closes the session. */
export async function sayLast(connection: TlsConnection, end: EndOfFlight, words: Uint8Array): Promise<boolean> {
  const { application, finish } = finishOf(end);
  const said = application.seal(recordTypes.applicationData, words);
  await connection.send(join(finish, said, application.seal(recordTypes.alert, CLOSE_NOTIFY)));
  return true;
}

/** Our last records of the handshake, and the keys of what follows. */
function finishOf({ keys, messages, certificate }: EndOfFlight) {
  const ours = certificate === null ? [] : [certificate];
  const { finished, application } = keys.finish(messages, ours);
  return {
    application,
    finish: join(...[...ours, finished].map((message) => keys.seal(recordTypes.handshake, message))),
  };
}

/** The record at this position after the ServerHello's; null at the end of the stream, undefined if it is not there by `end`. */
async function recordAt(place: number, connection: TlsConnection, { flight, push }: FlightReader, end: number) {
  while (place >= flight.later.length) {
    const bytes = await connection.receiveWithin(Math.max(0, end - performance.now()));
    if (bytes === null || bytes === undefined) return bytes;
    push(bytes);
  }
  return flight.later[place];
}

/** @throws TlsFormatError */
function decodeTicket(body: Uint8Array, { pskOf }: ApplicationKeys): Ticket {
  const reader = readerOf(body);
  const lifetimeSeconds = readUint(reader, 4);
  const ageAdd = readUint(reader, 4);
  const psk = pskOf(readVector(reader, 1));
  const ticket = readVector(reader, 2);
  const earlyData = readExtensions(readVector(reader, 2)).get(extensions.earlyData);
  const maxEarlyDataBytes = earlyData === undefined ? 0 : readUint(readerOf(earlyData), 4);
  return { lifetimeSeconds, ageAdd, psk, ticket, maxEarlyDataBytes };
}
