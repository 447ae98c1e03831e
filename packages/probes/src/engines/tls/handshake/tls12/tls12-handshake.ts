import { join } from '../../../../protocols/octets.ts';
import { createFlightReader, type FlightReader } from '../../../../protocols/tls-records/flight.ts';
import { encodeClientHello } from '../../../../protocols/tls-records/hello/client-hello.ts';
import type { ServerHello } from '../../../../protocols/tls-records/hello/server-hello.ts';
import { messageTypes } from '../../../../protocols/tls-records/messages.ts';
import { readerOf, readUint, readVector } from '../../../../protocols/tls-records/reader.ts';
import { recordTypes, type TlsRecord } from '../../../../protocols/tls-records/records.ts';
import { alerts } from '../../../../protocols/tls-records/registries/alerts.ts';
import { suiteOf, suites } from '../../../../protocols/tls-records/registries/suites.ts';
import { versions } from '../../../../protocols/tls-records/registries/versions.ts';
import { uint, vector } from '../../../../protocols/tls-records/writer.ts';
import type { Scan } from '../../connection/dial.ts';
import type { TlsConnection } from '../../connection/tls-connection.ts';
import { keyAgreementGroups } from '../client-key.ts';
import type { HelloExchange } from '../current-hello.ts';
import { readFlight } from '../paused-handshake.ts';
import { exchangeKeys } from './tls12-key-exchange.ts';
import { hashesOf, type Tls12Hashes } from './tls12-prf.ts';
import { createRecordSeal, type SealRecord, tls12CipherOf } from './tls12-record-protection.ts';

/** A completed handshake up to TLS 1.2. */
export interface Tls12Handshake {
  readonly hello: ServerHello;
  /** The session ticket that came with it (RFC 5077 section 3.3); null without one. */
  readonly ticket: { readonly bytes: Uint8Array; readonly lifetimeSeconds: number } | null;
  /** The verify_data of our Finished, for a renegotiation (RFC 5746 section 3.1). */
  readonly verifyData: Uint8Array;
  readonly seal: SealRecord;
  /** The server's next record; null at the end of the stream, undefined when none arrives within `ms`. */
  next(ms: number): Promise<TlsRecord | null | undefined>;
}

/**
 * Supported suites: ECDHE, RSA and DHE with the ciphers implemented here. DHE comes last because it takes long to compute,
 * but some servers have nothing else.
 */
const supportedSuites: readonly number[] = suites
  .filter((suite) => suite.kind === 'plain' && ['ECDHE', 'RSA', 'DHE'].includes(suite.keyExchange))
  .filter((suite) => !suite.isExport && tls12CipherOf(suite) !== null)
  .sort(
    (a, b) =>
      Number(a.keyExchange === 'DHE') - Number(b.keyExchange === 'DHE') ||
      Number(b.isForwardSecret) - Number(a.isForwardSecret) ||
      Number(b.mode === 'aead') - Number(a.mode === 'aead'),
  )
  .map(({ code }) => code);

const RECORD_HEADER = 5;
/** Offset in a ClientHello, after the headers of record and message, and the version. */
const RANDOM_AT = RECORD_HEADER + 4 + 2;
const RANDOM_LENGTH = 32;
/** Level and description. */
const CLOSE_NOTIFY = Uint8Array.of(1, alerts.closeNotify);

/** The ClientHello of such a handshake; `more` overrides its values. */
export function tls12Hello(
  { peer, without }: Scan,
  version: number,
  more: Partial<Parameters<typeof encodeClientHello>[0]> = {},
): Uint8Array {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const named = { random, serverName: peer.serverName, groups: keyAgreementGroups, without };
  return encodeClientHello({ version, suites: supportedSuites, ticket: new Uint8Array(), ...named, ...more });
}

/**
 * Makes a full handshake in a version up to TLS 1.2, without a client certificate. Null if the server does not complete it.
 * The server's Finished is not verified, since nothing that follows relies on it.
 * @throws TlsFormatError
 */
export async function completeTls12Handshake(
  connection: TlsConnection,
  scan: Scan,
  version: number,
  waitMs: number,
): Promise<Tls12Handshake | null> {
  const ours = tls12Hello(scan, version);
  await connection.send(ours);
  const reader = createFlightReader();
  if (!(await readFlight(connection, reader))) return null;
  return finishTls12(connection, { hello: ours, reader }, waitMs);
}

/**
 * Completes a handshake after the server's flight, finishes it, sends these octets as application data, and closes the session.
 * False when the server does not complete it.
 * @throws TlsFormatError
 */
export async function sayLastInTls12(
  connection: TlsConnection,
  exchange: HelloExchange,
  words: Uint8Array,
  waitMs: number,
): Promise<boolean> {
  const { serverHello } = exchange.reader.flight;
  if (serverHello === null || !supportedSuites.includes(serverHello.suite)) return false;
  const handshake = await finishTls12(connection, exchange, waitMs);
  if (handshake === null) return false;
  const { seal } = handshake;
  await connection.send(join(seal(recordTypes.applicationData, words), seal(recordTypes.alert, CLOSE_NOTIFY)));
  return true;
}

async function finishTls12(
  connection: TlsConnection,
  { hello: ours, reader }: HelloExchange,
  waitMs: number,
): Promise<Tls12Handshake | null> {
  const { flight } = reader;
  const hello = flight.serverHello;
  const agreed = hello === null || hello.version >= versions['TLSv1.3'] ? null : exchangeKeys(hello, flight);
  if (hello === null || agreed === null) return null;
  const transcript = [ours.subarray(RECORD_HEADER), ...flight.said, ...agreed.messages];
  const { seal, verifyData } = keysOf(hello, {
    premasterSecret: agreed.premasterSecret,
    random: ours.subarray(RANDOM_AT, RANDOM_AT + RANDOM_LENGTH),
    transcript,
  });
  const plain = (type: number, payload: Uint8Array) => join(uint(type, 1), uint(hello.version, 2), vector(2, payload));
  const finished = join(uint(messageTypes.finished, 1), vector(3, verifyData));
  await connection.send(
    join(
      ...agreed.messages.map((message) => plain(recordTypes.handshake, message)),
      plain(recordTypes.changeCipherSpec, Uint8Array.of(1)),
      seal(recordTypes.handshake, finished),
    ),
  );
  const next = nextRecord(connection, reader);
  const finish = await readServerFinished(next, waitMs);
  return finish && { hello, verifyData, seal, next, ticket: finish.ticket };
}

interface KeyMaterial {
  readonly premasterSecret: Uint8Array;
  /** Of our hello. */
  readonly random: Uint8Array;
  readonly transcript: readonly Uint8Array[];
}

const MASTER_SECRET = 48;
const VERIFY_DATA = 12;
const UNSUPPORTED_CIPHER = { kind: 'cbc', keyLength: 16, macLength: 20, ivLength: 16, mac: 'sha1' } as const;

function keysOf(
  hello: ServerHello,
  { premasterSecret, random, transcript }: KeyMaterial,
): { seal: SealRecord; verifyData: Uint8Array } {
  const suite = suiteOf(hello.suite);
  const hashes: Tls12Hashes = hashesOf(hello.version, suite?.name ?? '');
  // RFC 7627 section 4.
  const master = hello.hasExtendedMasterSecret
    ? hashes.prf(premasterSecret, 'extended master secret', hashes.digest(transcript), MASTER_SECRET)
    : hashes.prf(premasterSecret, 'master secret', join(random, hello.random), MASTER_SECRET);
  const cipher = (suite && tls12CipherOf(suite)) ?? UNSUPPORTED_CIPHER;
  const { macLength, keyLength, ivLength } = cipher;
  const block = hashes.prf(master, 'key expansion', join(hello.random, random), 2 * (macLength + keyLength + ivLength));
  const part = (start: number, length: number) => block.subarray(start, start + length);
  const writeKeys = {
    macKey: part(0, macLength),
    key: part(2 * macLength, keyLength),
    iv: part(2 * (macLength + keyLength), ivLength),
  };
  const verifyData = hashes.prf(master, 'client finished', hashes.digest(transcript), VERIFY_DATA);
  return { seal: createRecordSeal(hello.version, cipher, writeKeys), verifyData };
}

function nextRecord(connection: TlsConnection, reader: FlightReader): Tls12Handshake['next'] {
  const { later } = reader.flight;
  let place = later.length;
  return async (ms) => {
    const end = performance.now() + ms;
    while (place >= later.length) {
      const bytes = await connection.receiveWithin(Math.max(0, end - performance.now()));
      if (bytes === null || bytes === undefined) return bytes;
      reader.push(bytes);
    }
    place += 1;
    return later[place - 1];
  };
}

/** Reads an optional NewSessionTicket, ChangeCipherSpec and the encrypted Finished. Null for anything else. */
async function readServerFinished(
  next: Tls12Handshake['next'],
  ms: number,
): Promise<Pick<Tls12Handshake, 'ticket'> | null> {
  let ticket: Tls12Handshake['ticket'] = null;
  let isEncrypted = false;
  for (;;) {
    const record = await next(ms);
    if (record?.type === recordTypes.changeCipherSpec) isEncrypted = true;
    else if (record?.type !== recordTypes.handshake) return null;
    else if (isEncrypted) return { ticket };
    else ticket = ticketIn(record.payload) ?? ticket;
  }
}

/** A lifetime of 0 means that it is not specified (RFC 5077 section 3.3). */
function ticketIn(message: Uint8Array): Tls12Handshake['ticket'] {
  const reader = readerOf(message);
  if (readUint(reader, 1) !== messageTypes.newSessionTicket) return null;
  const body = readerOf(readVector(reader, 3));
  const lifetimeSeconds = readUint(body, 4);
  const bytes = readVector(body, 2);
  return bytes.length === 0 ? null : { lifetimeSeconds, bytes };
}
