import { decodeCertificates13 } from '../../protocols/tls-records/certificate-messages.ts';
import { encodeClientHello } from '../../protocols/tls-records/client-hello.ts';
import { extensions } from '../../protocols/tls-records/extensions.ts';
import { createFlightReader, type Flight, type FlightReader } from '../../protocols/tls-records/flight.ts';
import { x25519mlkem768 } from '../../protocols/tls-records/groups.ts';
import { createMessageReader, type HandshakeMessage, messageTypes } from '../../protocols/tls-records/messages.ts';
import { readerOf, readVector } from '../../protocols/tls-records/reader.ts';
import { recordTypes } from '../../protocols/tls-records/records.ts';
import { readAlpn, readExtensions, type ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { outcomeOf } from './ask.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';
import { type ClientKey, createClientKey, currentGroups, messageHash, openServerRecords } from './key-schedule.ts';
import type { Line } from './line.ts';

/** What browsers offer, in their order. */
const currentSuites: readonly number[] = [
  0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c, 0x009d, 0x002f,
  0x0035,
];

/** What a client of today gets. */
export interface CurrentSession {
  readonly version: number;
  readonly suite: number;
  readonly sessionId: Uint8Array;
  readonly alpn: string | null;
  /** DER, in the order sent; null when it could not be read. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  /** Certificate timestamps in the handshake. */
  readonly timestamps: number;
  readonly asksForCertificate: boolean;
  /** Of the server's bytes. */
  readonly firstByteAt: Date;
  readonly lastByteAt: Date;
}

/**
 * A handshake as a browser makes it, read up to the point where the server waits for us; also what TLS 1.3 encrypts. Null
 * when the server takes no such client.
 * @throws the reason of the budget's signal
 */
export async function asCurrentClient(scan: Scan): Promise<CurrentSession | null> {
  // A key of ML-KEM cannot be made here, but a server that insists on one names version and suite all the same.
  return (await attempt(scan, currentGroups)) ?? (await attempt(scan, [x25519mlkem768, ...currentGroups]));
}

async function attempt(scan: Scan, groups: readonly number[]): Promise<CurrentSession | null> {
  try {
    return await withLine(scan, patienceMs(scan), (line) => shakeHands(line, scan, groups));
  } catch (error) {
    outcomeOf(error, scan);
    return null;
  }
}

interface Spoken {
  readonly hello: Uint8Array;
  readonly reader: FlightReader;
}

type Found = Omit<CurrentSession, 'firstByteAt' | 'lastByteAt'>;

async function shakeHands(line: Line, scan: Scan, groups: readonly number[]): Promise<CurrentSession | null> {
  const clock = { first: null as Date | null, last: new Date() };
  const timed: Line = {
    ...line,
    async receive() {
      const bytes = await line.receive();
      clock.last = new Date();
      clock.first ??= clock.last;
      return bytes;
    },
  };
  const found = await negotiate(timed, scan, groups);
  return found && { ...found, firstByteAt: clock.first ?? clock.last, lastByteAt: clock.last };
}

async function negotiate(line: Line, scan: Scan, groups: readonly number[]): Promise<Found | null> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const key = createClientKey(currentGroups[0] ?? 0);
  if (key === null) return null;
  const first = await speak(line, scan, { random, groups, key });
  const { serverHello, serverHelloBytes } = first.reader.flight;
  if (serverHello === null || serverHelloBytes === null) return null;
  // Older than offered: a client of today ends the connection here.
  if (serverHello.version < versions['TLSv1.2']) return null;
  if (serverHello.version < versions['TLSv1.3']) return plainSession(serverHello, first.reader.flight);
  const said = [messageOf(first.hello)];
  if (!serverHello.isRetryRequest) return readEncrypted(line, first.reader, key, said);
  const other = createClientKey(serverHello.group ?? 0);
  if (other === null) return sessionOf(serverHello, nothingMore);
  const second = await speak(line, scan, { random, groups, key: other, retry: serverHello });
  const again = [messageHash(serverHello.suite, messageOf(first.hello)), serverHelloBytes, messageOf(second.hello)];
  return (await readEncrypted(line, second.reader, other, again)) ?? sessionOf(serverHello, nothingMore);
}

/** A record's payload: the message in it. */
function messageOf(record: Uint8Array): Uint8Array {
  return record.subarray(5);
}

interface Hello {
  readonly random: Uint8Array;
  readonly groups: readonly number[];
  readonly key: ClientKey;
  readonly retry?: ServerHello;
}

/** Sends a hello, the same again but for the key when it is the second, and reads what can be read without keys. */
async function speak(line: Line, { peer }: Scan, { random, groups, key, retry }: Hello): Promise<Spoken> {
  const hello = encodeClientHello({
    version: versions['TLSv1.3'],
    withTls12: true,
    suites: currentSuites,
    random,
    serverName: peer.serverName,
    groups,
    keyShares: [key.share],
    alpn: ['h2', 'http/1.1'],
    withStatus: true,
    ...(retry?.cookie ? { cookie: retry.cookie } : {}),
  });
  await line.send(hello);
  const reader = createFlightReader({ isSecond: retry !== undefined });
  while (!reader.flight.isDone && reader.flight.alert === null) {
    const bytes = await line.receive();
    if (bytes === null) break;
    reader.push(bytes);
  }
  return { hello, reader };
}

type Encrypted = Pick<Found, 'alpn' | 'certificates' | 'ocspResponse' | 'timestamps' | 'asksForCertificate'>;

const nothingMore: Encrypted = {
  alpn: null,
  certificates: null,
  ocspResponse: null,
  timestamps: 0,
  asksForCertificate: false,
};

function sessionOf({ version, suite, sessionId }: ServerHello, more: Encrypted): Found {
  return { version, suite, sessionId, ...more };
}

function plainSession(hello: ServerHello, flight: Flight): Found {
  return sessionOf(hello, {
    alpn: hello.alpn,
    certificates: flight.certificates,
    ocspResponse: flight.ocspResponse,
    timestamps: hello.timestamps,
    asksForCertificate: flight.asksForCertificate,
  });
}

/** The rest of a flight of TLS 1.3; null when the server has not agreed to a key. */
async function readEncrypted(
  line: Line,
  reader: FlightReader,
  key: ClientKey,
  said: readonly Uint8Array[],
): Promise<Found | null> {
  const { serverHello, serverHelloBytes } = reader.flight;
  if (serverHello === null || serverHelloBytes === null || serverHello.key === null) return null;
  const transcript = { suite: serverHello.suite, messages: [...said, serverHelloBytes] };
  const open = openServerRecords(transcript, key.agree(serverHello.key));
  if (open === null) return null;
  const found = { ...nothingMore };
  const messages = createMessageReader();
  for (let next = 0; ; next += 1) {
    while (next >= reader.flight.later.length) {
      const bytes = await line.receive();
      if (bytes === null) return sessionOf(serverHello, found);
      reader.push(bytes);
    }
    const record = reader.flight.later[next];
    if (record === undefined || record.type === recordTypes.alert) return sessionOf(serverHello, found);
    if (record.type !== recordTypes.applicationData) continue;
    for (const message of messages.push(handshakeIn(open(record.payload)))) {
      if (message.type === messageTypes.finished) return sessionOf(serverHello, found);
      note(found, message);
    }
  }
}

/** Takes padding and content type off (RFC 8446 section 5.2). @throws TlsFormatError for anything but a handshake */
function handshakeIn(inner: Uint8Array): Uint8Array {
  const end = inner.findLastIndex((octet) => octet !== 0);
  if (inner[end] !== recordTypes.handshake) throw new TlsFormatError('no handshake where one belongs');
  return inner.subarray(0, end);
}

function note(found: { -readonly [Key in keyof Encrypted]: Encrypted[Key] }, { type, body }: HandshakeMessage): void {
  if (type === messageTypes.encryptedExtensions) {
    found.alpn = readAlpn(readExtensions(readVector(readerOf(body), 2)).get(extensions.alpn));
  } else if (type === messageTypes.certificateRequest) found.asksForCertificate = true;
  else if (type === messageTypes.certificate) Object.assign(found, decodeCertificates13(body));
}
