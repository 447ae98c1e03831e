import { NetFailure } from '../../net/net.ts';
import { encodeClientHello } from '../../protocols/tls-records/client-hello.ts';
import { createFlightReader, type Flight } from '../../protocols/tls-records/flight.ts';
import { groupsBefore13, groupsOf13 } from '../../protocols/tls-records/groups.ts';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { suiteOf } from '../../protocols/tls-records/suites.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { type Dialed, patienceMs, type Scan, Silence, withLine } from './dial.ts';
import type { Line } from './line.ts';

/** What is offered; what is not said is what a check usually offers. */
export interface Offer {
  readonly version: number;
  readonly suites: readonly number[];
  readonly groups?: readonly number[];
  readonly keyShares?: readonly { readonly group: number; readonly key: Uint8Array }[];
  readonly alpn?: readonly string[];
  readonly withCompression?: boolean;
  readonly withStatus?: boolean;
  readonly withHeartbeat?: boolean;
  readonly isFallback?: boolean;
}

/** What became of an offer. */
export type Outcome =
  | {
      readonly kind: 'accepted';
      readonly hello: ServerHello;
      readonly flight: Flight;
      /** Of the server's bytes. */
      readonly firstByteAt: Date;
      readonly lastByteAt: Date;
    }
  | { readonly kind: 'alert'; readonly description: number }
  /** Hung up without a word, or with a reset. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'silent' }
  /** What came is no TLS, or not what a server says. */
  | { readonly kind: 'garbled'; readonly failure: TlsFormatError | NetFailure }
  | { readonly kind: 'unreached'; readonly failure: NetFailure };

/** An offer that was taken. */
export type Accepted = Extract<Outcome, { kind: 'accepted' }>;

/** Whether enough of the flight was read. What comes after the hello is only waited for when something in it is wanted. */
export type Until = (flight: Flight) => boolean;

export const untilHello: Until = ({ serverHello }) => serverHello !== null;
export const untilDone: Until = ({ isDone }) => isDone;
export const untilKeyExchange: Until = ({ keyExchange, isDone }) => keyExchange !== null || isDone;

/** Keys whose size is in doubt are read: finite fields, and those of export suites. */
export const untilDoubtfulKey: Until = (flight) => {
  const suite = flight.serverHello === null ? null : suiteOf(flight.serverHello.suite);
  if (suite === null || !(/^DHE?$/.test(suite.keyExchange) || suite.isExport)) return untilHello(flight);
  return untilKeyExchange(flight);
};

/**
 * Sends one hello on a connection of its own, the given one if there is one, and says what became of it.
 * @throws the reason of the budget's signal
 */
export async function ask(
  scan: Scan,
  offer: Offer,
  until: Until = untilHello,
  dialed: Dialed | null = null,
): Promise<Outcome> {
  return askWith(scan, helloBytes(scan, offer), until, dialed);
}

/**
 * The same with a hello that is made already.
 * @throws the reason of the budget's signal
 */
export async function askWith(
  scan: Scan,
  hello: Uint8Array,
  until: Until = untilHello,
  dialed: Dialed | null = null,
): Promise<Outcome> {
  try {
    return await withLine(scan, patienceMs(scan), (line) => askOn(line, scan, hello, until), dialed);
  } catch (error) {
    return outcomeOf(error, scan);
  }
}

async function askOn(line: Line, scan: Scan, hello: Uint8Array, until: Until): Promise<Outcome> {
  const reader = createFlightReader();
  const { flight } = reader;
  let firstByteAt: Date | null = null;
  let lastByteAt = new Date();
  try {
    await line.send(hello);
    while (!(flight.isDone || until(flight)) && flight.alert === null) {
      const bytes = await line.receive();
      if (bytes === null) break;
      lastByteAt = new Date();
      firstByteAt ??= lastByteAt;
      reader.push(bytes);
    }
  } catch (error) {
    // What came before stands: the server has chosen.
    if (flight.serverHello === null || scan.budget.signal.aborted) return outcomeOf(error, scan);
  }
  const { serverHello, alert } = flight;
  if (serverHello !== null) {
    return { kind: 'accepted', hello: serverHello, flight, firstByteAt: firstByteAt ?? lastByteAt, lastByteAt };
  }
  return alert === null ? { kind: 'closed' } : { kind: 'alert', description: alert };
}

export function helloBytes({ peer, without }: Pick<Scan, 'peer' | 'without'>, offer: Offer): Uint8Array {
  const groups = offer.version >= versions['TLSv1.3'] ? groupsOf13 : groupsBefore13;
  const random = crypto.getRandomValues(new Uint8Array(32));
  return encodeClientHello({ groups, ...offer, random, serverName: peer.serverName, without });
}

/** @throws what is none of the peer's doing */
export function outcomeOf(error: unknown, { budget }: Pick<Scan, 'budget'>): Outcome {
  budget.signal.throwIfAborted();
  if (error instanceof Silence) return { kind: 'silent' };
  if (error instanceof TlsFormatError) return { kind: 'garbled', failure: error };
  if (!(error instanceof NetFailure)) throw error;
  if (error.reason === 'not_tls' || error.reason === 'too_large') return { kind: 'garbled', failure: error };
  return error.reason === 'reset' ? { kind: 'closed' } : { kind: 'unreached', failure: error };
}
