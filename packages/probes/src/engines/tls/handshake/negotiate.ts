import type { Flight, FlightReader } from '../../../protocols/tls-records/flight.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Scan } from '../connection/dial.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';
import { createClientKey } from './client-key.ts';
import { type ClientHelloMaker, exchangeHello } from './current-hello.ts';
import { sayLastInTls12 } from './tls12/tls12-handshake.ts';
import {
  type KeyAgreement,
  noServerParameters,
  readEncryptedFlight,
  type ServerParameters,
} from './tls13/encrypted-flight.ts';
import { messageHash } from './tls13/key-schedule.ts';
import { readTicket, sayLast, type Ticket } from './tls13/tickets.ts';

/** How far a handshake goes, and what is tried in it. */
export interface HandshakeOptions {
  /** Milliseconds to wait for the server's reaction to an empty Certificate message; null: send none. */
  readonly waitMs?: number | null;
  /** Stops at the server's Finished: no ticket is needed. */
  readonly isBrief?: boolean;
  /** The oldest version that the client accepts; default: TLS 1.2, as in current clients. */
  readonly oldestVersion?: number;
  onAlert?(alert: number): void;
}

/** What both sides agreed on, and what else the server sent. */
export interface SessionParameters extends ServerParameters {
  readonly version: number;
  readonly suite: number;
  /** Null if the key exchange uses no group. */
  readonly group: number | null;
  readonly sessionId: Uint8Array;
}

export interface NegotiationResult {
  readonly parameters: SessionParameters;
  /** Finishes the handshake and reads a session ticket; null if none can be expected. */
  readonly readTicket: (() => Promise<Ticket | 'none' | null>) | null;
  /**
   * Finishes the handshake, sends these octets as application data, and closes the session; instead of `readTicket`. Null if
   * the handshake cannot be finished. Resolves to false if the server does not finish it.
   */
  readonly sayLast: ((words: Uint8Array) => Promise<boolean>) | null;
}

/** A ticket, or the server's Finished, arrives within one round trip after our Finished. */
const LAST_WAIT_MS = 1000;

/**
 * Sends a ClientHello and reads the server's flight, in TLS 1.3 including its encrypted part. Null if the server refuses, or
 * selects a version that no current client accepts.
 */
export async function negotiate(
  connection: TlsConnection,
  scan: Pick<Scan, 'roundTripMs'>,
  helloMaker: ClientHelloMaker,
  options: HandshakeOptions,
): Promise<NegotiationResult | null> {
  const { keys } = helloMaker;
  if (keys.length === 0) return null;
  const first = await exchangeHello(connection, helloMaker.encode(keys, null));
  const { serverHello, serverHelloBytes, alert } = first.reader.flight;
  if (alert !== null) options.onAlert?.(alert);
  if (serverHello === null || serverHelloBytes === null) return null;
  if (serverHello.version < (options.oldestVersion ?? versions['TLSv1.2'])) return null;
  if (serverHello.version < versions['TLSv1.3']) {
    const waitMs = exchangeWaitMs(scan);
    return {
      parameters: parametersInTheClear(serverHello, first.reader.flight),
      readTicket: null,
      sayLast: (words) => sayLastInTls12(connection, first, words, waitMs),
    };
  }
  const { waitMs = null } = options;
  if (!serverHello.isRetryRequest) {
    const key = keys.find(({ share }) => share.group === serverHello.group);
    if (key === undefined) return withoutTicket(parametersOf(serverHello, noServerParameters));
    const agreement = { key, messagesBefore: [messageIn(first.hello)], waitMs };
    return readServerFlight(connection, scan, first.reader, agreement, options);
  }
  const key = createClientKey(serverHello.group ?? 0);
  if (key === null) return withoutTicket(parametersOf(serverHello, noServerParameters));
  const second = await exchangeHello(connection, helloMaker.encode([key], serverHello), { isSecond: true });
  const messagesBefore = [
    messageHash(serverHello.suite, messageIn(first.hello)),
    serverHelloBytes,
    messageIn(second.hello),
  ];
  return readServerFlight(connection, scan, second.reader, { key, messagesBefore, waitMs }, options, serverHello);
}

/** Decrypts the rest of a TLS 1.3 flight. `retryRequest` is used if the server sent nothing after it. */
async function readServerFlight(
  connection: TlsConnection,
  scan: Pick<Scan, 'roundTripMs'>,
  reader: FlightReader,
  agreement: KeyAgreement,
  { isBrief = false }: HandshakeOptions,
  retryRequest: ServerHello | null = null,
): Promise<NegotiationResult | null> {
  const encrypted = await readEncryptedFlight(connection, reader, agreement);
  const hello = reader.flight.serverHello ?? retryRequest;
  if (hello === null) return null;
  const parameters = parametersOf(hello, encrypted?.parameters ?? noServerParameters);
  const end = encrypted?.end ?? null;
  if (end === null || agreement.waitMs !== null) return withoutTicket(parameters);
  const last = { parameters, sayLast: (words: Uint8Array) => sayLast(connection, end, words) };
  if (isBrief) return { ...last, readTicket: null };
  return { ...last, readTicket: () => readTicket(connection, reader, end, exchangeWaitMs(scan)) };
}

function exchangeWaitMs({ roundTripMs }: Pick<Scan, 'roundTripMs'>): number {
  return LAST_WAIT_MS + 2 * roundTripMs;
}

function withoutTicket(parameters: SessionParameters): NegotiationResult {
  return { parameters, readTicket: null, sayLast: null };
}

const RECORD_HEADER_LENGTH = 5;

/** The handshake message in one record. */
function messageIn(record: Uint8Array): Uint8Array {
  return record.subarray(RECORD_HEADER_LENGTH);
}

function parametersOf(
  { version, suite, group, sessionId }: ServerHello,
  parameters: ServerParameters,
): SessionParameters {
  return { version, suite, group, sessionId, ...parameters };
}

/** Up to TLS 1.2 nothing of the server's first flight is encrypted. */
function parametersInTheClear(hello: ServerHello, flight: Flight): SessionParameters {
  return parametersOf(hello, {
    alpn: hello.alpn,
    supportedGroups: null,
    certificates: flight.certificates,
    ocspResponse: flight.ocspResponse,
    timestamps: hello.timestamps,
    asksForCertificate: flight.asksForCertificate,
    requiresCertificate: null,
  });
}
