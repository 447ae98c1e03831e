import type { StartTls } from '@sonde/contract';
import type { Connection } from '../../net/net.ts';
import type { Budget } from './budget.ts';
import { type Line, lineOf } from './line.ts';
import { switchToTls } from './start-tls/switch-to-tls.ts';

/** The one server that a check talks to: every connection goes to this address. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** A-labels for the server name extension; null where the target is an address. */
  readonly serverName: string | null;
  readonly startTls: StartTls | null;
}

/** What every step of a check is given. */
export interface Scan {
  readonly peer: Peer;
  /** Another connection to the peer's address; it ends with the signal. */
  connect(signal: AbortSignal): Promise<Connection>;
  readonly budget: Budget;
  /** Of one question and its answer, as the first hello took it. */
  readonly roundTripMs: number;
  /** Extensions that no hello may have, by number, since the server hangs up on them. */
  readonly without: readonly number[];
}

/** The peer did not answer within the time of one question. */
export class Silence extends Error {
  override readonly name = 'Silence';
}

const PATIENCE_MS = 4000;
const ROUND_TRIPS_OF_PATIENCE = 8;

/** How long one question may take, all in all. */
export function patienceMs({ roundTripMs }: Pick<Scan, 'roundTripMs'>): number {
  return PATIENCE_MS + ROUND_TRIPS_OF_PATIENCE * roundTripMs;
}

/** A connection that is open or on its way; it counts from its beginning. */
export interface Dialed {
  readonly connection: Promise<Connection>;
  /** Ends it for this reason. */
  end(reason: unknown): void;
  /** Gives its place back. */
  close(): void;
}

/** Begins a connection; `leave` gives back the place that it takes. */
export function dial({ connect, budget }: Scan, leave: () => void): Dialed {
  const ending = new AbortController();
  const onStop = () => ending.abort(budget.signal.reason);
  budget.signal.addEventListener('abort', onStop, { once: true });
  const connection = connect(ending.signal);
  // Whoever waits for it hears of it; nobody may.
  connection.catch(() => {});
  return {
    connection,
    end: (reason) => ending.abort(reason),
    close() {
      budget.signal.removeEventListener('abort', onStop);
      ending.abort(new Error('the connection is not needed any more'));
      leave();
    },
  };
}

/**
 * Opens a connection or takes the one that is given, speaks plain text as far as the protocol asks for it, and hands it to
 * `work`; closes it at the end.
 * @throws Silence when all that takes longer than `timeoutMs`, NetFailure, or the reason of the budget's signal.
 */
export async function withLine<T>(
  scan: Scan,
  timeoutMs: number,
  work: (line: Line) => Promise<T>,
  given: Dialed | null = null,
): Promise<T> {
  const dialed = given ?? dial(scan, await scan.budget.enter());
  const timer = setTimeout(() => dialed.end(new Silence(`no answer after ${timeoutMs} ms`)), timeoutMs);
  try {
    const line = lineOf(await dialed.connection, scan.budget);
    if (scan.peer.startTls !== null)
      await switchToTls(scan.peer.startTls, line, scan.peer.serverName ?? scan.peer.address);
    return await work(line);
  } finally {
    clearTimeout(timer);
    dialed.close();
  }
}
