import { startDeadline } from '../../../async/deadline.ts';
import { linkSignals } from '../../../async/signals.ts';
import { type Net, NetFailure } from '../../../net/net.ts';
import type { AddressAllowance } from '../address-allowance.ts';
import type { Budget } from '../budget.ts';
import type { Scan } from '../dial.ts';
import { connectLimits, type SslTarget } from '../open-peer.ts';

/** The way to other addresses of the name that is checked. */
export interface SideWays {
  readonly net: Pick<Net, 'connect'>;
  readonly service: SslTarget['service'];
  readonly allowance: AddressAllowance;
  /** Of the address that is measured: name, extensions that it hangs up on, and the budget of the check. */
  readonly main: Scan;
}

/**
 * Longer than a healthy server takes from anywhere. It does not depend on the rest of the check: else a slow address would
 * be silent at one time and heard at another.
 */
const TIMEOUT_MS = 4000;

/**
 * Runs `work` with a scan of another address. Its connections count for the check and for the address, but take none of the
 * places at the measured one, and whatever ends it ends nothing else. The first is open before `work` begins, so that a
 * closed port is told from a server that refuses.
 * @throws NetFailure `timeout` after 4 s and those of `connect`, ToolError `rate-limited`, or the reason of the check's signal
 */
export async function withSideScan<T>(
  address: string,
  { net, service, allowance, main }: SideWays,
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
      signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
      return Promise.resolve(first);
    };
    const budget = sideBudget(main.budget, deadline.signal);
    return await work({ ...main, peer: { ...main.peer, address }, budget, roundTripMs, connect });
  } finally {
    deadline.end();
    deadline.abort(new Error('the handshake is over'));
  }
}

/** Counts in the budget of the check, without its places, and never ends the check. */
function sideBudget(main: Budget, signal: AbortSignal): Budget {
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
