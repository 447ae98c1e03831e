import type { StartTls } from '@sonde/contract';
import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
import { linkSignals } from '../../../async/signals.ts';
import type { Connection } from '../../../net/net.ts';
import { switchToTls } from '../start-tls/switch-to-tls.ts';
import type { Budget } from './budget.ts';
import { createTlsConnection, type TlsConnection } from './tls-connection.ts';

/** The one server that a check measures: all connections go to this address. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** A-labels for the server_name extension; null if the target is an address. */
  readonly serverName: string | null;
  readonly startTls: StartTls | null;
}

/** What every step of a check needs. */
export interface Scan {
  readonly peer: Peer;
  /** Opens another connection to the peer's address; it is closed when the signal fires. */
  connect(signal: AbortSignal): Promise<Connection>;
  readonly budget: Budget;
  /** Connections that are already open; without it, each exchange opens its own. */
  readonly ahead?: ConnectionsAhead;
  /** Milliseconds from a hello to its reply, as measured with the first one. */
  readonly roundTripMs: number;
  /** Extensions, by number, that no hello may contain, because the server does not tolerate them. */
  readonly without: readonly number[];
  /** Which part of the answer its connections serve; absent if their offers tell. */
  readonly purpose?: EvidencePurpose;
  /** Called with the server's text greeting, before STARTTLS. */
  onGreeting?(words: string): void;
}

/** The peer did not reply within the time of one exchange. */
export class ResponseTimeout extends Error {
  override readonly name = 'ResponseTimeout';
}

const BASE_TIMEOUT_MS = 4000;
const ROUND_TRIPS_PER_EXCHANGE = 8;

/** Milliseconds that one connection may take in total, from dialling to the last byte of the reply. */
export function exchangeTimeoutMs({ roundTripMs }: Pick<Scan, 'roundTripMs'>): number {
  return BASE_TIMEOUT_MS + ROUND_TRIPS_PER_EXCHANGE * roundTripMs;
}

/** A connection that is open or being opened; it counts towards the budget from the start. */
export interface DialedConnection {
  /** Connections that were dialled later have higher numbers. */
  readonly order: number;
  readonly connection: Promise<Connection>;
  /** Aborts it with this reason. */
  end(reason: unknown): void;
  /** Closes it and frees its slot. */
  close(): void;
}

/**
 * Connections to the peer that are opened before their offer is known: with a distant server, the TCP handshake is half of
 * an exchange. The oldest is used first, since a server that handles one client at a time would otherwise wait for us.
 */
export interface ConnectionsAhead {
  /** Takes over a connection that was opened elsewhere. */
  add(dialed: DialedConnection): void;
  /** The same where an exchange on an older connection may use it later; otherwise it is closed. */
  addIfUseful(dialed: DialedConnection): void;
  /** Opens up to this many, as far as slots are free. */
  open(count: number): void;
  /** The one that was opened first; null if none is waiting. */
  take(): DialedConnection | null;
  /**
   * Runs `work` on the connection that was opened first, or on a new one. `hasNext`: another exchange is likely to follow, so
   * its connection is opened meanwhile.
   * @throws the reason of the budget's signal
   */
  ask<T>(hasNext: boolean, work: (dialed: DialedConnection) => Promise<T>): Promise<T>;
  /** Closes the waiting connections. */
  close(): void;
  /** Closes the waiting connections and opens no more: a server may wait for each of them in turn before serving the next. */
  stop(): void;
  readonly isStopped: boolean;
}

let dialedSoFar = 0;

/** Starts to open a connection; `leave` frees its slot. */
export function dial({ connect, budget }: Pick<Scan, 'connect' | 'budget'>, leave: () => void): DialedConnection {
  const ending = linkSignals([budget.signal]);
  const connection = connect(ending.signal);
  // A failure is reported to the caller that awaits the connection; until then this prevents an unhandled rejection.
  connection.catch(() => {});
  dialedSoFar += 1;
  return {
    order: dialedSoFar,
    connection,
    end: ending.abort,
    close() {
      ending.release();
      ending.abort(new Error('the connection is not needed any more'));
      // Deferred, since the exchange that follows from this reply may be more urgent than those already waiting.
      setImmediate(leave);
    },
  };
}

/**
 * Runs `work` on the given connection, otherwise on one opened ahead, otherwise on a new one, after STARTTLS if the protocol
 * needs it, and then closes the connection.
 * @throws ResponseTimeout when all that takes longer than `timeoutMs`, NetFailure, or the reason of the budget's signal
 */
export async function withConnection<T>(
  scan: Scan,
  timeoutMs: number,
  work: (connection: TlsConnection) => Promise<T>,
  given: DialedConnection | null = null,
): Promise<T> {
  const dialed = given ?? scan.ahead?.take() ?? dial(scan, await scan.budget.enter());
  const timer = setTimeout(() => dialed.end(new ResponseTimeout(`no reply after ${timeoutMs} ms`)), timeoutMs);
  try {
    const opened = await dialed.connection;
    if (scan.purpose !== undefined) opened.usedFor?.(scan.purpose);
    const connection = createTlsConnection(opened, scan.budget);
    if (scan.peer.startTls !== null)
      await switchToTls(scan.peer.startTls, connection, scan.peer.serverName ?? scan.peer.address, scan.onGreeting);
    return await work(connection);
  } finally {
    clearTimeout(timer);
    dialed.close();
  }
}
