// net/icmp/: pings, by whichever method this machine permits.

import { withDeadline } from '../../async/deadline.ts';
import { type GuardedAddress, type Net, NetFailure, type PingListener, type PingTarget } from '../net.ts';
import { createEngines, type PingEngines, type PingMethod } from './engines.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { createPacketEngine } from './packet-engine.ts';
import type { PingEngine } from './ping-engine.ts';
import { createPingSessions, type PingSessions } from './ping-sessions.ts';
import { createTcpSender } from './tcp-sender.ts';

/** The ping method that this machine uses for each address family; null if none works. */
export interface BestPingMethods {
  readonly ipv4: string | null;
  readonly ipv6: string | null;
}

/** Packets without a reply by then are lost; shorter if the budget leaves less time. */
const REPLY_TIMEOUT_MS = 2000;
/** With less time, packets on slow paths would count as lost, so nothing is measured. */
const LEAST_REPLY_TIMEOUT_MS = 1000;
/** Milliseconds reserved for everything except waiting. */
const SLACK_MS = 150;

export interface Pinger {
  readonly ping: Net['ping'];
  /** The methods are tested at the first call. */
  bestMethods(): Promise<BestPingMethods>;
  close(): void;
}

export interface PingerOptions {
  /** Limits the ping methods, for tests. */
  readonly methods?: readonly PingMethod[] | undefined;
  /** See `WorldLimits`; default: no address has one. */
  handshakePort?(address: string): number | null;
}

export function createPinger(resolve: Net['resolve'], options: PingerOptions = {}): Pinger {
  const pacer = createPacer();
  const engines = withHandshakes(createEngines(pacer, options.methods), pacer, options.handshakePort);
  const sessions = createPingSessions(engines);
  return {
    ping: async (target, listener, signal) => {
      const endAtMs = performance.now() + target.budgetMs - SLACK_MS - (target.count - 1) * target.intervalMs;
      const deadline = { timeoutMs: timeLeft(endAtMs) - LEAST_REPLY_TIMEOUT_MS, what: `the address of ${target.host}` };
      const addresses = await withDeadline(deadline, [signal], (within) => resolve(target.host, within));
      await pingFirstReachable(sessions, firstOfEach(addresses), target, endAtMs, listener, signal);
    },
    bestMethods: async () => {
      const [ipv4, ipv6] = await Promise.all([engines.best(4), engines.best(6)]);
      return { ipv4: ipv4?.name ?? null, ipv6: ipv6?.name ?? null };
    },
    close: () => {
      sessions.close();
      engines.close();
    },
  };
}

/** The engines of this machine, except for addresses that are pinged by handshakes with a given port. */
function withHandshakes(
  engines: PingEngines,
  pacer: Pacer,
  portOf: (address: string) => number | null = () => null,
): PingEngines {
  const handshakes = new Map<number, PingEngine>();
  const engineFor = (port: number): PingEngine => {
    const engine = handshakes.get(port) ?? createPacketEngine(createTcpSender([port]), pacer);
    handshakes.set(port, engine);
    return engine;
  };
  return {
    ...engines,
    best: (family, address) => {
      const port = address === undefined ? null : portOf(address);
      return port === null ? engines.best(family) : Promise.resolve(engineFor(port));
    },
    close() {
      engines.close();
      for (const engine of handshakes.values()) engine.close();
    },
  };
}

/** IPv4 first: the result should not depend on whether this machine has IPv6. */
function firstOfEach(addresses: readonly GuardedAddress[]): GuardedAddress[] {
  return ([4, 6] as const).flatMap((wanted) => addresses.find(({ family }) => family === wanted) ?? []);
}

async function pingFirstReachable(
  sessions: PingSessions,
  addresses: readonly GuardedAddress[],
  { count, intervalMs }: PingTarget,
  endAtMs: number,
  listener: PingListener,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const address of addresses) {
    const replyTimeoutMs = Math.min(REPLY_TIMEOUT_MS, timeLeft(endAtMs));
    try {
      return await sessions.join(address, { count, intervalMs, replyTimeoutMs }, listener, signal);
    } catch (error) {
      if (!(error instanceof NetFailure && error.reason === 'unreachable')) throw error;
      failures.push(error);
    }
  }
  throw failures[0];
}

function timeLeft(endAtMs: number): number {
  return Math.floor(endAtMs - performance.now());
}
