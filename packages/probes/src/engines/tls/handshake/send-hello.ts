import { NetFailure } from '../../../net/net.ts';
import { join } from '../../../protocols/octets.ts';
import { createFlightReader, type Flight } from '../../../protocols/tls-records/flight.ts';
import { encodeClientHello } from '../../../protocols/tls-records/hello/client-hello.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { recordTypes } from '../../../protocols/tls-records/records.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { groupsBefore13, groupsOf13 } from '../../../protocols/tls-records/registries/groups.ts';
import { suiteOf } from '../../../protocols/tls-records/registries/suites.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';
import {
  type DialedConnection,
  exchangeTimeoutMs,
  ResponseTimeout,
  type Scan,
  withConnection,
} from '../connection/dial.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';

/** What a ClientHello offers; absent fields have the defaults of `encodeClientHello`. */
export interface Offer {
  readonly version: number;
  readonly suites: readonly number[];
  readonly groups?: readonly number[];
  readonly keyShares?: readonly { readonly group: number; readonly key: Uint8Array }[];
  readonly alpn?: readonly string[];
  readonly signatureAlgorithms?: readonly number[];
  readonly withCompression?: boolean;
  readonly withStatus?: boolean;
  readonly withHeartbeat?: boolean;
  readonly isFallback?: boolean;
  /** Sends close_notify right after the hello, so that the server does not wait for anything more from us. */
  readonly isFarewell?: boolean;
}

/** How a server replied to an offer. */
export type OfferResult =
  | {
      readonly kind: 'accepted';
      readonly hello: ServerHello;
      readonly flight: Flight;
      /** When the server's first byte arrived. */
      readonly firstByteAt: Date;
      readonly lastByteAt: Date;
    }
  | { readonly kind: 'alert'; readonly description: number }
  /** The connection was closed or reset without an alert. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'silent' }
  /** What was received is not TLS, or not what a server may send. */
  | { readonly kind: 'malformed'; readonly failure: TlsFormatError | NetFailure }
  | { readonly kind: 'unreachable'; readonly failure: NetFailure };

/** An offer that the server accepted. */
export type Accepted = Extract<OfferResult, { kind: 'accepted' }>;

/** Whether enough of the flight has been read. What follows the ServerHello is awaited only if some of it is needed. */
export type FlightCondition = (flight: Flight) => boolean;

export const untilHello: FlightCondition = ({ serverHello }) => serverHello !== null;
export const untilDone: FlightCondition = ({ isDone }) => isDone;
export const untilKeyExchange: FlightCondition = ({ keyExchange, isDone }) => keyExchange !== null || isDone;

/** Reads the key exchange if its key may be too small: finite fields, and export suites. */
export const untilDoubtfulKey: FlightCondition = (flight) => {
  const suite = flight.serverHello === null ? null : suiteOf(flight.serverHello.suite);
  if (suite === null || !(/^DHE?$/.test(suite.keyExchange) || suite.isExport)) return untilHello(flight);
  return untilKeyExchange(flight);
};

/**
 * Sends one ClientHello on a new connection, or on the given one, and reads the reply.
 * @throws the reason of the budget's signal
 */
export async function sendOffer(
  scan: Scan,
  offer: Offer,
  until: FlightCondition = untilHello,
  dialed: DialedConnection | null = null,
): Promise<OfferResult> {
  return sendHello(scan, encodeOffer(scan, offer), until, dialed);
}

/**
 * The same for an encoded ClientHello.
 * @throws the reason of the budget's signal
 */
export async function sendHello(
  scan: Scan,
  hello: Uint8Array,
  until: FlightCondition = untilHello,
  dialed: DialedConnection | null = null,
): Promise<OfferResult> {
  try {
    return await withConnection(
      scan,
      exchangeTimeoutMs(scan),
      (connection) => exchangeHello(connection, scan, hello, until),
      dialed,
    );
  } catch (error) {
    return resultOfError(error, scan);
  }
}

async function exchangeHello(
  connection: TlsConnection,
  scan: Scan,
  hello: Uint8Array,
  until: FlightCondition,
): Promise<OfferResult> {
  const reader = createFlightReader();
  const { flight } = reader;
  let firstByteAt: Date | null = null;
  let lastByteAt = new Date();
  try {
    await connection.send(hello);
    while (!(flight.isDone || until(flight)) && flight.alert === null) {
      const bytes = await connection.receive();
      if (bytes === null) break;
      lastByteAt = new Date();
      firstByteAt ??= lastByteAt;
      reader.push(bytes);
    }
  } catch (error) {
    // A failure after the ServerHello does not matter: the server has chosen.
    if (flight.serverHello === null || scan.budget.signal.aborted) return resultOfError(error, scan);
  }
  const { serverHello, alert } = flight;
  if (serverHello !== null) {
    return { kind: 'accepted', hello: serverHello, flight, firstByteAt: firstByteAt ?? lastByteAt, lastByteAt };
  }
  return alert === null ? { kind: 'closed' } : { kind: 'alert', description: alert };
}

/** Content type, length, level and description of close_notify (RFC 5246 section 7.2.1), around the version. */
const CLOSE_NOTIFY = { before: Uint8Array.of(recordTypes.alert), after: Uint8Array.of(0, 2, 1, alerts.closeNotify) };

export function encodeOffer(scan: Pick<Scan, 'peer' | 'without'>, { isFarewell, ...offer }: Offer): Uint8Array {
  const hello = encodeHello(scan, offer);
  return isFarewell ? join(hello, CLOSE_NOTIFY.before, hello.subarray(1, 3), CLOSE_NOTIFY.after) : hello;
}

function encodeHello({ peer, without }: Pick<Scan, 'peer' | 'without'>, offer: Offer): Uint8Array {
  const groups = offer.version >= versions['TLSv1.3'] ? groupsOf13 : groupsBefore13;
  const random = crypto.getRandomValues(new Uint8Array(32));
  return encodeClientHello({ groups, ...offer, random, serverName: peer.serverName, without });
}

/** @throws errors that the peer did not cause */
export function resultOfError(error: unknown, { budget }: Pick<Scan, 'budget'>): OfferResult {
  budget.signal.throwIfAborted();
  if (error instanceof ResponseTimeout) return { kind: 'silent' };
  if (error instanceof TlsFormatError) return { kind: 'malformed', failure: error };
  if (!(error instanceof NetFailure)) throw error;
  if (error.reason === 'not-tls' || error.reason === 'too-large') return { kind: 'malformed', failure: error };
  return error.reason === 'reset' ? { kind: 'closed' } : { kind: 'unreachable', failure: error };
}
