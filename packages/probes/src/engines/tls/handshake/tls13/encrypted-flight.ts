import { NetFailure } from '../../../../net/net.ts';
import { join } from '../../../../protocols/octets.ts';
import { decodeCertificates13 } from '../../../../protocols/tls-records/certificate-messages.ts';
import type { FlightReader } from '../../../../protocols/tls-records/flight.ts';
import { extensions } from '../../../../protocols/tls-records/hello/extensions.ts';
import { readAlpn, readExtensions } from '../../../../protocols/tls-records/hello/server-hello.ts';
import {
  createMessageReader,
  type HandshakeMessage,
  messageTypes,
} from '../../../../protocols/tls-records/messages.ts';
import { octetsLeft, readerOf, readUint, readVector } from '../../../../protocols/tls-records/reader.ts';
import { recordTypes } from '../../../../protocols/tls-records/records.ts';
import { alertName } from '../../../../protocols/tls-records/registries/alerts.ts';
import { TlsFormatError } from '../../../../protocols/tls-records/tls-format-error.ts';
import { uint, vector } from '../../../../protocols/tls-records/writer.ts';
import type { TlsConnection } from '../../connection/tls-connection.ts';
import type { ClientKey } from '../client-key.ts';
import { decompressCertificate } from './decompress-certificate.ts';
import { createHandshakeKeys, type HandshakeKeys } from './key-schedule.ts';

/** What a server sends besides its ServerHello: encrypted in TLS 1.3, in the clear in older versions. */
export interface ServerParameters {
  readonly alpn: string | null;
  /**
   * The groups that the server says it supports, in its order (RFC 8446 section 4.2.7): OpenSSL does so to a client that
   * has not sent the key share it prefers. Null where it says nothing.
   */
  readonly supportedGroups: readonly number[] | null;
  /** DER, in the order in which they were sent; null when they could not be read. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  /** Signed certificate timestamps from the handshake, undecoded. */
  readonly timestamps: readonly Uint8Array[];
  readonly asksForCertificate: boolean;
  /** Whether it rejects a client without a certificate; null if that was not tried. */
  readonly requiresCertificate: boolean | null;
}

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export const noServerParameters: ServerParameters = {
  alpn: null,
  supportedGroups: null,
  certificates: null,
  ocspResponse: null,
  timestamps: [],
  asksForCertificate: false,
  requiresCertificate: null,
};

/** The input for the handshake keys, besides the ServerHello. */
export interface KeyAgreement {
  readonly key: ClientKey;
  /** The messages before the ServerHello. */
  readonly messagesBefore: readonly Uint8Array[];
  /** Milliseconds to wait for the server's reaction to an empty Certificate message; null: send none. */
  readonly waitMs: number | null;
}

/** State after the server's Finished, from which the handshake can be completed. */
export interface EndOfFlight {
  readonly keys: HandshakeKeys;
  /** The transcript up to the server's Finished. */
  readonly messages: readonly Uint8Array[];
  /** Our empty Certificate message; null if the server did not request one. */
  readonly certificate: Uint8Array | null;
  /** Index of the next record in `flight.later`. */
  readonly next: number;
}

export interface EncryptedFlight {
  readonly parameters: ServerParameters;
  /** Null if the server's Finished was not received. */
  readonly end: EndOfFlight | null;
}

/** Decrypts the rest of a TLS 1.3 flight; null if there is no shared key. */
export async function readEncryptedFlight(
  connection: TlsConnection,
  reader: FlightReader,
  { key, messagesBefore, waitMs }: KeyAgreement,
): Promise<EncryptedFlight | null> {
  const { serverHello, serverHelloBytes } = reader.flight;
  if (serverHello === null || serverHelloBytes === null || serverHello.key === null) return null;
  const transcript = { suite: serverHello.suite, messages: [...messagesBefore, serverHelloBytes] };
  const keys = createHandshakeKeys(transcript, key.agree(serverHello.key));
  if (keys === null) return null;
  const found: Mutable<ServerParameters> = { ...noServerParameters };
  const messages = [...transcript.messages];
  let end: EndOfFlight | null = null;
  let certificate: Uint8Array | null = null;
  for await (const { message, next } of messagesOf(connection, reader, keys)) {
    messages.push(message.bytes);
    if (message.type === messageTypes.finished) end = { keys, messages, next, certificate };
    if (message.type === messageTypes.certificateRequest) {
      certificate = noCertificate(readVector(readerOf(message.body), 1));
    }
    noteParameters(found, message);
    if (message.type !== messageTypes.finished || certificate === null || waitMs === null) continue;
    await connection.send(keys.seal(recordTypes.handshake, certificate));
    found.requiresCertificate = await endsWithin(connection, reader, waitMs);
  }
  return { parameters: found, end };
}

/** The messages up to the server's Finished, or up to the end of the stream. */
async function* messagesOf(
  connection: TlsConnection,
  reader: FlightReader,
  keys: HandshakeKeys,
): AsyncGenerator<{ readonly message: HandshakeMessage; readonly next: number }> {
  const messages = createMessageReader();
  for (let next = 0; ; next += 1) {
    while (next >= reader.flight.later.length) {
      const bytes = await connection.receive();
      if (bytes === null) return;
      reader.push(bytes);
    }
    const record = reader.flight.later[next];
    if (record === undefined || record.type === recordTypes.alert) return;
    if (record.type !== recordTypes.applicationData) continue;
    for (const message of messages.push(handshakeIn(keys.open(record.payload)))) {
      yield { message, next: next + 1 };
      if (message.type === messageTypes.finished) return;
    }
  }
}

/** An empty Certificate message that answers a CertificateRequest with this context (RFC 8446 section 4.4.2). */
function noCertificate(context: Uint8Array): Uint8Array {
  return join(uint(messageTypes.certificate, 1), vector(3, vector(1, context), vector(3)));
}

/** Level, description, content type and tag: an encrypted alert can be recognized by its length. */
const SEALED_ALERT = 2 + 1 + 16;

/** True when the server sends an alert or closes the connection within `ms`. */
async function endsWithin(connection: TlsConnection, reader: FlightReader, ms: number): Promise<boolean> {
  const { later } = reader.flight;
  const end = performance.now() + ms;
  for (let next = later.length; ; ) {
    for (; next < later.length; next += 1) {
      const record = later[next];
      if (record?.type === recordTypes.alert || record?.payload.length === SEALED_ALERT) return true;
    }
    const bytes = await connection.receiveWithin(Math.max(0, end - performance.now())).catch(endOfReset);
    if (bytes === undefined) return false;
    if (bytes === null) return true;
    reader.push(bytes);
  }
}

/** A reset counts as the end of the stream. */
function endOfReset(error: unknown): null {
  if (error instanceof NetFailure && error.reason === 'reset') return null;
  throw error;
}

/** @throws NetFailure `handshake-failed` for an alert, TlsFormatError for anything other than handshake content */
function handshakeIn(inner: Uint8Array): Uint8Array {
  const { type, content } = innerContent(inner);
  if (type === recordTypes.alert) {
    const alert = alertName(content[1] ?? 0);
    throw new NetFailure('handshake-failed', `the server breaks the handshake off with the alert ${alert}`);
  }
  if (type !== recordTypes.handshake) throw new TlsFormatError('no handshake message where one is expected');
  return content;
}

/** Removes padding and content type of a TLSInnerPlaintext (RFC 8446 section 5.2); type 0 when there is none. */
export function innerContent(inner: Uint8Array): { readonly type: number; readonly content: Uint8Array } {
  const end = inner.findLastIndex((octet) => octet !== 0);
  return { type: inner[end] ?? 0, content: inner.subarray(0, Math.max(0, end)) };
}

/** Adds what a message of the flight says. @throws TlsFormatError */
export function noteParameters(found: Mutable<ServerParameters>, { type, body }: HandshakeMessage): void {
  if (type === messageTypes.encryptedExtensions) {
    const told = readExtensions(readVector(readerOf(body), 2));
    found.alpn = readAlpn(told.get(extensions.alpn));
    found.supportedGroups = groupsIn(told.get(extensions.supportedGroups));
  } else if (type === messageTypes.certificateRequest) found.asksForCertificate = true;
  else if (type === messageTypes.certificate) Object.assign(found, decodeCertificates13(body));
  else if (type === messageTypes.compressedCertificate) {
    Object.assign(found, decodeCertificates13(decompressCertificate(body)));
  }
}

function groupsIn(list: Uint8Array | undefined): readonly number[] | null {
  if (list === undefined) return null;
  const reader = readerOf(readVector(readerOf(list), 2));
  const groups: number[] = [];
  while (octetsLeft(reader) >= 2) groups.push(readUint(reader, 2));
  return groups;
}
