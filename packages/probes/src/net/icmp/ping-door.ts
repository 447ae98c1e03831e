import { withDeadline } from '../../async/deadline.ts';
import { type GuardedAddress, type Net, NetFailure, type PingListener, type PingTarget } from '../net.ts';
import { createEngines, type Engines, type PingMethod } from './engines.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { createPacketEngine } from './packet-engine.ts';
import type { PingEngine } from './ping-engine.ts';
import { createPingSessions, type PingSessions } from './ping-sessions.ts';
import { createTcpSender } from './tcp-sender.ts';

/** How pings are measured on this machine, by family; null where they cannot be. */
export interface PingWays {
  readonly ipv4: string | null;
  readonly ipv6: string | null;
}

/** What answers later is lost, as far as there is time for that. */
const REPLY_TIMEOUT_MS = 2000;
/** With less, slow but honest paths would count as lost: better no measurement than that. */
const LEAST_REPLY_TIMEOUT_MS = 1000;
/** For what happens beside the waiting. */
const SLACK_MS = 150;

export interface PingDoor {
  readonly ping: Net['ping'];
  /** Finds it out when it is not known yet. */
  ways(): Promise<PingWays>;
  close(): void;
}

export interface PingDoorOptions {
  /** Limits the ways to ping, for tests. */
  readonly methods?: readonly PingMethod[] | undefined;
  /** See `WorldLimits`; default: no address has one. */
  handshakePort?(address: string): number | null;
}

export function createPingDoor(resolve: Net['resolve'], options: PingDoorOptions = {}): PingDoor {
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
    ways: async () => {
      const [ipv4, ipv6] = await Promise.all([engines.best(4), engines.best(6)]);
      return { ipv4: ipv4?.name ?? null, ipv6: ipv6?.name ?? null };
    },
    close: () => {
      sessions.close();
      engines.close();
    },
  };
}

/** The engines of this machine, but for the addresses that are pinged by handshakes with a port of their own. */
function withHandshakes(
  engines: Engines,
  pacer: Pacer,
  portOf: (address: string) => number | null = () => null,
): Engines {
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

/** IPv4 first: whether we have IPv6 ourselves should not decide what is measured. */
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
