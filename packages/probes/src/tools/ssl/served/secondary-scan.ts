import { startDeadline } from '../../../async/deadline.ts';
import { linkSignals, onAbort } from '../../../async/signals.ts';
import type { AddressAllowance } from '../../../engines/tls/connection/address-allowance.ts';
import type { Budget } from '../../../engines/tls/connection/budget.ts';
import type { Scan } from '../../../engines/tls/connection/dial.ts';
import { connectLimits, type SslTarget } from '../../../engines/tls/connection/open-peer.ts';
import { type Net, NetFailure } from '../../../net/net.ts';

/** What is needed to scan the other addresses of a name. */
export interface SecondaryScanOptions {
  readonly net: Pick<Net, 'connect'>;
  readonly service: SslTarget['service'];
  readonly allowance: AddressAllowance;
  /** The scan of the measured address: for the server name, the extensions to leave out, and the budget. */
  readonly main: Scan;
}

/**
 * Longer than a healthy server takes from anywhere. Independent of the rest of the check, so that a slow address has the
 * same result in every check.
 */
const TIMEOUT_MS = 4000;

/**
 * Runs `work` with a scan of another address. Its connections count for the check and for that address, but take no slot of
 * the measured one, and its failure stops nothing else. The first connection is opened before `work` starts, to distinguish a
 * closed port from a server that refuses.
 * @throws NetFailure `timeout` after 4 s and those of `connect`, ToolError `rate-limited`, or the reason of the check's signal
 */
export async function withSecondaryScan<T>(
  address: string,
  { net, service, allowance, main }: SecondaryScanOptions,
  work: (scan: Scan) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline({ timeoutMs: TIMEOUT_MS, what: `a handshake with ${address}` }, [main.budget.signal]);
  const open = async (signal: AbortSignal) => {
    await allowance.takeOne(address, signal);
    main.budget.countConnection();
    return net.connect({ host: address, port: main.peer.port, service }, connectLimits, signal);
  };
  const ending = linkSignals([deadline.signal]);
  try {
    const startedAt = performance.now();
    const first = await open(ending.signal);
    const roundTripMs = performance.now() - startedAt;
    let isUsed = false;
    const connect: Scan['connect'] = (signal) => {
      if (isUsed) return open(signal);
      isUsed = true;
      onAbort(signal, () => ending.abort(signal.reason));
      return Promise.resolve(first);
    };
    const budget = secondaryBudget(main.budget, deadline.signal);
    const { ahead: _ofMain, ...common } = main;
    return await work({ ...common, peer: { ...main.peer, address }, budget, roundTripMs, connect });
  } finally {
    deadline.end();
    deadline.abort(new Error('the handshake is over'));
  }
}

/** Counts in the budget of the check without taking its slots, and never ends the check. */
function secondaryBudget(main: Budget, signal: AbortSignal): Budget {
  return {
    signal,
    get connections() {
      return main.connections;
    },
    get stopped() {
      return main.stopped;
    },
    enter: async () => () => {},
    tryEnter: () => null,
    countConnection: main.countConnection,
    countBytes: main.countBytes,
    slowDown: () => {},
    stop(reason) {
      throw new NetFailure('timeout', `the handshake ended early: ${reason}`);
    },
    close: () => {},
  };
}
