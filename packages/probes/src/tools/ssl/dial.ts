import type { Connection } from '../../net/net.ts';
import type { Budget } from './budget.ts';
import { type Line, lineOf } from './line.ts';
import { type StartTls, switchToTls } from './start-tls.ts';

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

/**
 * Opens a connection, in plain text as far as the protocol asks for it, and hands it to `work`; closes it at the end.
 * @throws Silence when all that takes longer than `timeoutMs`, NetFailure, or the reason of the budget's signal.
 */
export async function withLine<T>(scan: Scan, timeoutMs: number, work: (line: Line) => Promise<T>): Promise<T> {
  const leave = await scan.budget.enter();
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Silence(`no answer after ${timeoutMs} ms`)), timeoutMs);
  const onStop = () => ending.abort(scan.budget.signal.reason);
  scan.budget.signal.addEventListener('abort', onStop, { once: true });
  let connection: Connection | null = null;
  try {
    connection = await scan.connect(ending.signal);
    const line = lineOf(connection, scan.budget);
    if (scan.peer.startTls !== null) await switchToTls(scan.peer.startTls, line);
    return await work(line);
  } finally {
    clearTimeout(timer);
    scan.budget.signal.removeEventListener('abort', onStop);
    connection?.close();
    leave();
  }
}
