import { linkSignals } from '../../../async/signals.ts';
import { sleep } from '../../../async/sleep.ts';
import type { Scan } from '../connection/dial.ts';
import { type CurrentSession, handshakeWithShortHello } from './current-client.ts';

/** A handshake with a short hello, for a server that has not answered longer ones. */
export interface ShortAttempt {
  /** Null if it is not answered either. @throws the reason of the budget's signal */
  readonly session: Promise<CurrentSession | null>;
  /** Called when it is not needed any more. */
  stop(): void;
}

/** Begins before the longer hellos time out, so that a silent server costs hardly more time. */
const BEGIN_AFTER_MS = 2000;
const TIMEOUT_MS = 2500;

/** Starts one after a while, unless it is stopped before. */
export function attemptShortHello(scan: Scan): ShortAttempt {
  const ending = linkSignals([scan.budget.signal]);
  const session = sleep(BEGIN_AFTER_MS, ending.signal).then(() => handshakeWithShortHello(scan, TIMEOUT_MS));
  session.catch(() => {});
  return {
    session,
    stop() {
      ending.release();
      ending.abort(new Error('the short hello is not needed'));
    },
  };
}
