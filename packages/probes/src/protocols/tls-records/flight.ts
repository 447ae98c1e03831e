import { decodeCertificateStatus, decodeCertificates } from './certificate-messages.ts';
import { createHeartbeatReader } from './heartbeats.ts';
import { decodeServerHello, type ServerHello } from './hello/server-hello.ts';
import { decodeKeyExchange, type KeyExchange } from './key-exchange.ts';
import { createMessageReader, type HandshakeMessage, messageTypes } from './messages.ts';
import { createRecordReader, limits, recordTypes, type TlsRecord } from './records.ts';
import { suiteOf } from './registries/suites.ts';
import { versions } from './registries/versions.ts';
import { TlsFormatError } from './tls-format-error.ts';

/** The server's first flight (RFC 8446 section 2), as far as it has been received and can be read without keys. */
export interface Flight {
  readonly serverHello: ServerHello | null;
  /** DER, in the order sent; null until the message has arrived. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  readonly keyExchange: KeyExchange | null;
  readonly asksForCertificate: boolean;
  /** Everything readable has been read: up to ServerHelloDone, a HelloRetryRequest, or the first encrypted record. */
  readonly isDone: boolean;
  /** Description of the fatal alert that ended the flight. */
  readonly alert: number | null;
  /** The ServerHello with its header, for the transcript of TLS 1.3. */
  readonly serverHelloBytes: Uint8Array | null;
  /** All messages so far with their headers, for the transcript of older versions. */
  readonly said: readonly Uint8Array[];
  /** Records after the readable part, for callers that continue the handshake. */
  readonly later: readonly TlsRecord[];
  /** The types of the heartbeat messages that the records belong to, one for each record. */
  readonly heartbeats: readonly (number | null)[];
}

/** Reads a server's flight from chunks of any size. */
export interface FlightReader {
  /** @throws TlsFormatError for bytes that are not a server's flight, or exceed the limits. */
  push(bytes: Uint8Array): void;
  readonly flight: Flight;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
interface State extends Omit<Mutable<Flight>, 'later' | 'said' | 'heartbeats'> {
  heartbeats: (number | null)[];
  said: Uint8Array[];
  later: TlsRecord[];
}

const WARNING = 1;

/** `isSecond`: the flight answers a second ClientHello, and a dummy ChangeCipherSpec may precede it (RFC 8446 appendix D.4). */
export function createFlightReader({ isSecond = false } = {}): FlightReader {
  const records = createRecordReader();
  const messages = createMessageReader();
  const flight: State = {
    serverHello: null,
    certificates: null,
    ocspResponse: null,
    keyExchange: null,
    asksForCertificate: false,
    isDone: false,
    alert: null,
    serverHelloBytes: null,
    said: [],
    later: [],
    heartbeats: [],
  };
  const alerts = createAlertReader();
  const heartbeats = createHeartbeatReader();
  const isMeaningless = ({ type }: TlsRecord) =>
    type === recordTypes.heartbeat ||
    // RFC 8446 appendix D.4.
    (isSecond && type === recordTypes.changeCipherSpec && flight.serverHello === null);
  const onRecord = (record: TlsRecord) => {
    const { type, payload } = record;
    if (type === recordTypes.heartbeat) flight.heartbeats.push(heartbeats.push(payload));
    if (flight.isDone) flight.later.push(record);
    if (type === recordTypes.alert) flight.alert = alerts.push(payload);
    else if (flight.isDone || isMeaningless(record)) return;
    else if (type !== recordTypes.handshake) endEarly(flight, type);
    else for (const message of messages.push(payload)) if (!flight.isDone) take(flight, message);
  };
  return {
    flight,
    push(bytes) {
      for (const record of records.push(bytes)) if (flight.alert === null) onRecord(record);
    },
  };
}

/** Encrypted records follow the ServerHello of TLS 1.3; before a ServerHello they are invalid. */
function endEarly(flight: State, type: number): void {
  if (flight.serverHello === null) throw new TlsFormatError(`a record of type ${type} before the ServerHello`);
  if (flight.serverHello.version < versions['TLSv1.3']) throw new TlsFormatError('encryption without a key');
  flight.isDone = true;
}

function take(flight: State, { type, body, bytes }: HandshakeMessage): void {
  if (type === messageTypes.helloRequest) return;
  flight.said.push(bytes);
  if (type === messageTypes.serverHello) {
    takeServerHello(flight, body);
    flight.serverHelloBytes = bytes;
    return;
  }
  const { serverHello } = flight;
  if (serverHello === null) throw new TlsFormatError(`message ${type} before the ServerHello`);
  if (type === messageTypes.certificate) flight.certificates ??= decodeCertificates(body);
  else if (type === messageTypes.certificateStatus) flight.ocspResponse ??= decodeCertificateStatus(body);
  else if (type === messageTypes.serverKeyExchange) {
    flight.keyExchange ??= decodeKeyExchange(body, suiteOf(serverHello.suite));
  } else if (type === messageTypes.certificateRequest) flight.asksForCertificate = true;
  else if (type === messageTypes.serverHelloDone) flight.isDone = true;
}

function takeServerHello(flight: State, body: Uint8Array): void {
  if (flight.serverHello !== null) throw new TlsFormatError('a second ServerHello');
  flight.serverHello = decodeServerHello(body);
  flight.isDone = flight.serverHello.version >= versions['TLSv1.3'];
}

/** Finds the description of the first alert that is not a warning. Older versions may split an alert over records. */
function createAlertReader() {
  let level: number | null = null;
  let warnings = 0;
  return {
    push(payload: Uint8Array): number | null {
      for (const octet of payload) {
        if (level === null) {
          level = octet;
          continue;
        }
        if (level !== WARNING) return octet;
        level = null;
        warnings += 1;
        if (warnings > limits.warnings) throw new TlsFormatError(`more than ${limits.warnings} warnings`, 'too-large');
      }
      return null;
    },
  };
}
