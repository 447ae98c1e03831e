import { decodeCertificateStatus, decodeCertificates } from './certificate-messages.ts';
import { decodeKeyExchange, type KeyExchange } from './key-exchange.ts';
import { createRecordReader, limits, recordTypes, type TlsRecord } from './records.ts';
import { decodeServerHello, type ServerHello } from './server-hello.ts';
import { suiteOf } from './suites.ts';
import { TlsFormatError } from './tls-format-error.ts';
import { versions } from './versions.ts';
import { join } from './writer.ts';

/** What the server has said so far in answer to a hello. */
export interface Flight {
  readonly serverHello: ServerHello | null;
  /** DER, in the order sent; null before the message came. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  readonly keyExchange: KeyExchange | null;
  readonly asksForCertificate: boolean;
  /** All that can be read was read: ServerHelloDone, a retry request, or the point where encryption begins. */
  readonly isDone: boolean;
  /** Description of the fatal alert that ended it. */
  readonly alert: number | null;
  /** Records after the flight, for the tests that go on: types in order of arrival. */
  readonly laterTypes: readonly number[];
  /** First octet of the last heartbeat message. */
  readonly heartbeat: number | null;
}

/** Reads a server's flight from pieces of any size. */
export interface FlightReader {
  /** @throws TlsFormatError for bytes that are no such flight, or more than the limits allow. */
  push(bytes: Uint8Array): void;
  readonly flight: Flight;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
interface State extends Omit<Mutable<Flight>, 'laterTypes'> {
  laterTypes: number[];
}

const messageTypes = {
  helloRequest: 0,
  serverHello: 2,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateStatus: 22,
} as const;

const MESSAGE_HEADER = 4;
const WARNING = 1;

export function createFlightReader(): FlightReader {
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
    laterTypes: [],
    heartbeat: null,
  };
  const alerts = createAlertReader();
  const onRecord = ({ type, payload }: TlsRecord) => {
    if (type === recordTypes.heartbeat) flight.heartbeat = payload[0] ?? null;
    if (flight.isDone) flight.laterTypes.push(type);
    if (type === recordTypes.alert) {
      flight.alert = alerts.push(payload);
    } else if (flight.isDone) {
      return;
    } else if (type === recordTypes.handshake) {
      for (const { message, body } of messages.push(payload)) if (!flight.isDone) take(flight, message, body);
    } else if (type !== recordTypes.heartbeat) {
      endEarly(flight, type);
    }
  };
  return {
    flight,
    push(bytes) {
      for (const record of records.push(bytes)) if (flight.alert === null) onRecord(record);
    },
  };
}

/** Encrypted records come right after the ServerHello of TLS 1.3; before any hello they are out of place. */
function endEarly(flight: State, type: number): void {
  if (flight.serverHello === null) throw new TlsFormatError(`a record of type ${type} before the ServerHello`);
  if (flight.serverHello.version < versions['TLSv1.3']) throw new TlsFormatError('encryption without a key');
  flight.isDone = true;
}

function take(flight: State, type: number, body: Uint8Array): void {
  if (type === messageTypes.helloRequest) return;
  if (type === messageTypes.serverHello) {
    takeServerHello(flight, body);
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

/** Gives the description of the first alert that is no warning. Older versions may split one over records. */
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
        if (warnings > limits.warnings) throw new TlsFormatError(`more than ${limits.warnings} warnings`, 'too_large');
      }
      return null;
    },
  };
}

/** Puts messages together that are split over records, and takes apart those that share one. */
function createMessageReader() {
  let pending: Uint8Array[] = [];
  let pendingLength = 0;
  let count = 0;
  return {
    push(payload: Uint8Array): { message: number; body: Uint8Array }[] {
      pending.push(payload);
      pendingLength += payload.length;
      const found: { message: number; body: Uint8Array }[] = [];
      if (pendingLength < neededLength(pending)) return found;
      let bytes = join(...pending);
      for (let needed = neededLength([bytes]); bytes.length >= needed; needed = neededLength([bytes])) {
        count += 1;
        if (count > limits.messages) throw new TlsFormatError(`more than ${limits.messages} messages`, 'too_large');
        found.push({ message: bytes[0] ?? 0, body: bytes.subarray(MESSAGE_HEADER, needed) });
        bytes = bytes.subarray(needed);
      }
      pending = bytes.length > 0 ? [bytes] : [];
      pendingLength = bytes.length;
      return found;
    },
  };
}

/** Length of the first message with its header, as far as its header is there. */
function neededLength(parts: readonly Uint8Array[]): number {
  const header: number[] = [];
  for (const part of parts) {
    if (header.length >= MESSAGE_HEADER) break;
    header.push(...part.subarray(0, MESSAGE_HEADER - header.length));
  }
  const [, high, middle, low] = header;
  if (high === undefined || middle === undefined || low === undefined) return MESSAGE_HEADER;
  const length = high * 65_536 + middle * 256 + low;
  if (length > limits.bytes) throw new TlsFormatError('a message larger than the limit', 'too_large');
  return MESSAGE_HEADER + length;
}
