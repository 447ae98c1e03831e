import { alerts } from '../../protocols/tls-records/alerts.ts';
import { extensions } from '../../protocols/tls-records/extensions.ts';
import type { FlightReader } from '../../protocols/tls-records/flight.ts';
import { createMessageReader, messageTypes } from '../../protocols/tls-records/messages.ts';
import { readerOf, readUint, readVector } from '../../protocols/tls-records/reader.ts';
import { recordTypes } from '../../protocols/tls-records/records.ts';
import { readExtensions } from '../../protocols/tls-records/server-hello.ts';
import { join } from '../../protocols/tls-records/writer.ts';
import { contentOf, type EndOfFlight } from './encrypted-flight.ts';
import type { ApplicationKeys } from './key-schedule.ts';
import type { Line } from './line.ts';

/** A session ticket of TLS 1.3 (RFC 8446 section 4.6.1), and what is needed to use it. */
export interface Ticket {
  readonly lifetimeSeconds: number;
  /** 0 where it does not allow any (section 4.2.10). */
  readonly maxEarlyDataBytes: number;
  readonly ticket: Uint8Array;
  readonly ageAdd: number;
  readonly secret: Uint8Array;
}

/** Level and description. */
const CLOSE_NOTIFY = Uint8Array.of(1, alerts.closeNotify);

/**
 * Ends the handshake and reads the first ticket. We say goodbye at once, so that a server that gives none hangs up: then
 * `none`. Null when it keeps silent for `waitMs`, or ends with an error.
 */
export async function readTicket(
  line: Line,
  reader: FlightReader,
  { keys, messages, next, certificate }: EndOfFlight,
  waitMs: number,
): Promise<Ticket | 'none' | null> {
  const ours = certificate === null ? [] : [certificate];
  const { finished, application } = keys.finish(messages, ours);
  const finish = [...ours, finished].map((message) => keys.seal(recordTypes.handshake, message));
  await line.send(join(...finish, application.seal(recordTypes.alert, CLOSE_NOTIFY)));
  const end = performance.now() + waitMs;
  const inside = createMessageReader();
  for (let place = next; ; place += 1) {
    const record = await recordAt(place, line, reader, end);
    if (record === null) return 'none';
    if (record?.type !== recordTypes.applicationData) return null;
    const { type, content } = contentOf(application.open(record.payload));
    if (type === recordTypes.alert) return content[1] === alerts.closeNotify ? 'none' : null;
    if (type !== recordTypes.handshake) continue;
    const message = inside.push(content).find((one) => one.type === messageTypes.newSessionTicket);
    if (message !== undefined) return decodeTicket(message.body, application);
  }
}

/** One of the records after the flight; null when the stream ends before, undefined when it does not come by `end`. */
async function recordAt(place: number, line: Line, { flight, push }: FlightReader, end: number) {
  while (place >= flight.later.length) {
    const bytes = await line.receiveWithin(Math.max(0, end - performance.now()));
    if (bytes === null || bytes === undefined) return bytes;
    push(bytes);
  }
  return flight.later[place];
}

/** @throws TlsFormatError */
function decodeTicket(body: Uint8Array, { secretOf }: ApplicationKeys): Ticket {
  const reader = readerOf(body);
  const lifetimeSeconds = readUint(reader, 4);
  const ageAdd = readUint(reader, 4);
  const secret = secretOf(readVector(reader, 1));
  const ticket = readVector(reader, 2);
  const earlyData = readExtensions(readVector(reader, 2)).get(extensions.earlyData);
  const maxEarlyDataBytes = earlyData === undefined ? 0 : readUint(readerOf(earlyData), 4);
  return { lifetimeSeconds, ageAdd, secret, ticket, maxEarlyDataBytes };
}
