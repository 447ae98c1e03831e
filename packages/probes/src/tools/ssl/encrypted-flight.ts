import { NetFailure } from '../../net/net.ts';
import { decodeCertificates13 } from '../../protocols/tls-records/certificate-messages.ts';
import { extensions } from '../../protocols/tls-records/extensions.ts';
import type { FlightReader } from '../../protocols/tls-records/flight.ts';
import { createMessageReader, type HandshakeMessage, messageTypes } from '../../protocols/tls-records/messages.ts';
import { readerOf, readVector } from '../../protocols/tls-records/reader.ts';
import { recordTypes } from '../../protocols/tls-records/records.ts';
import { readAlpn, readExtensions } from '../../protocols/tls-records/server-hello.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { join, uint, vector } from '../../protocols/tls-records/writer.ts';
import type { ClientKey } from './client-key.ts';
import { decompressCertificate } from './decompress-certificate.ts';
import { createHandshakeKeys, type HandshakeKeys } from './key-schedule.ts';
import type { Line } from './line.ts';

/** What TLS 1.3 encrypts of a server's flight, and what older versions say in the open. */
export interface EncryptedPart {
  readonly alpn: string | null;
  /** DER, in the order sent; null when it could not be read. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  /** Certificate timestamps in the handshake, as they came. */
  readonly timestamps: readonly Uint8Array[];
  readonly asksForCertificate: boolean;
  /** Whether it goes on with a client that has none; null when it was not tried. */
  readonly insists: boolean | null;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export const nothingEncrypted: EncryptedPart = {
  alpn: null,
  certificates: null,
  ocspResponse: null,
  timestamps: [],
  asksForCertificate: false,
  insists: null,
};

/** What both sides have agreed on before the encryption begins. */
export interface Agreement {
  readonly key: ClientKey;
  /** The messages before the ServerHello. */
  readonly said: readonly Uint8Array[];
  /** How long to wait whether a server without our certificate goes on; null: do not try. */
  readonly waitMs: number | null;
}

/** Where a flight ended, for those who go on. */
export interface EndOfFlight {
  readonly keys: HandshakeKeys;
  /** Everything that was said, up to the server's Finished. */
  readonly messages: readonly Uint8Array[];
  /** The message without certificates that the server asked for; null where it did not. */
  readonly certificate: Uint8Array | null;
  /** Place of the next record among the later ones. */
  readonly next: number;
}

export interface EncryptedFlight {
  readonly part: EncryptedPart;
  /** Null when the server's Finished did not come. */
  readonly end: EndOfFlight | null;
}

/** The rest of a flight of TLS 1.3; null when the server has not agreed to a key. */
export async function readEncrypted(
  line: Line,
  reader: FlightReader,
  { key, said, waitMs }: Agreement,
): Promise<EncryptedFlight | null> {
  const { serverHello, serverHelloBytes } = reader.flight;
  if (serverHello === null || serverHelloBytes === null || serverHello.key === null) return null;
  const transcript = { suite: serverHello.suite, messages: [...said, serverHelloBytes] };
  const keys = createHandshakeKeys(transcript, key.agree(serverHello.key));
  if (keys === null) return null;
  const found: Mutable<EncryptedPart> = { ...nothingEncrypted };
  const messages = [...transcript.messages];
  let end: EndOfFlight | null = null;
  let certificate: Uint8Array | null = null;
  for await (const { message, next } of messagesOf(line, reader, keys)) {
    messages.push(message.bytes);
    if (message.type === messageTypes.finished) end = { keys, messages, next, certificate };
    if (message.type === messageTypes.certificateRequest) {
      certificate = noCertificate(readVector(readerOf(message.body), 1));
    }
    note(found, message);
    if (message.type !== messageTypes.finished || certificate === null || waitMs === null) continue;
    await line.send(keys.seal(recordTypes.handshake, certificate));
    found.insists = await endsWithin(line, reader, waitMs);
  }
  return { part: found, end };
}

/** The messages up to the server's Finished, or as far as they come. */
async function* messagesOf(
  line: Line,
  reader: FlightReader,
  keys: HandshakeKeys,
): AsyncGenerator<{ readonly message: HandshakeMessage; readonly next: number }> {
  const messages = createMessageReader();
  for (let next = 0; ; next += 1) {
    while (next >= reader.flight.later.length) {
      const bytes = await line.receive();
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

/** A Certificate message without certificates, for the request of this context (RFC 8446 section 4.4.2). */
function noCertificate(context: Uint8Array): Uint8Array {
  return join(uint(messageTypes.certificate, 1), vector(3, vector(1, context), vector(3)));
}

/** Level and description, content type and tag: in TLS 1.3 an alert is known by its length. */
const SEALED_ALERT = 2 + 1 + 16;

/** True when the server sends an alert or hangs up within `ms`. */
async function endsWithin(line: Line, reader: FlightReader, ms: number): Promise<boolean> {
  const { later } = reader.flight;
  const end = performance.now() + ms;
  for (let next = later.length; ; ) {
    for (; next < later.length; next += 1) {
      const record = later[next];
      if (record?.type === recordTypes.alert || record?.payload.length === SEALED_ALERT) return true;
    }
    const bytes = await line.receiveWithin(Math.max(0, end - performance.now())).catch(endOfReset);
    if (bytes === undefined) return false;
    if (bytes === null) return true;
    reader.push(bytes);
  }
}

/** A reset is an end like any other. */
function endOfReset(error: unknown): null {
  if (error instanceof NetFailure && error.reason === 'reset') return null;
  throw error;
}

/** @throws TlsFormatError for anything but a handshake */
function handshakeIn(inner: Uint8Array): Uint8Array {
  const { type, content } = contentOf(inner);
  if (type !== recordTypes.handshake) throw new TlsFormatError('no handshake where one belongs');
  return content;
}

/** Takes padding and content type off (RFC 8446 section 5.2); a type of 0 stands for none. */
export function contentOf(inner: Uint8Array): { readonly type: number; readonly content: Uint8Array } {
  const end = inner.findLastIndex((octet) => octet !== 0);
  return { type: inner[end] ?? 0, content: inner.subarray(0, Math.max(0, end)) };
}

function note(found: Mutable<EncryptedPart>, { type, body }: HandshakeMessage): void {
  if (type === messageTypes.encryptedExtensions) {
    found.alpn = readAlpn(readExtensions(readVector(readerOf(body), 2)).get(extensions.alpn));
  } else if (type === messageTypes.certificateRequest) found.asksForCertificate = true;
  else if (type === messageTypes.certificate) Object.assign(found, decodeCertificates13(body));
  else if (type === messageTypes.compressedCertificate) {
    Object.assign(found, decodeCertificates13(decompressCertificate(body)));
  }
}
