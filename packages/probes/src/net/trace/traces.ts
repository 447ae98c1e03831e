// net/trace/: the routers on the way to a host, found with sockets that need no privilege.

import { withDeadline } from '../../async/deadline.ts';
import type { Libc } from '../icmp/libc.ts';
import { openLibc } from '../icmp/libc.ts';
import { ownersNetwork } from '../icmp/pacer.ts';
import { type GuardedAddress, type Net, NetFailure, type TraceSession, type TraceTarget } from '../net.ts';
import { tapOf } from '../recording/wire-tap.ts';
import type { Flow, FlowKind } from './flows/flow.ts';
import { flowKinds } from './flows/flow-kinds.ts';
import { createKnownDistances } from './known-distances.ts';
import { createNetworkAllowance } from './network-allowance.ts';
import { runTrace } from './one-trace.ts';
import { type CheckAddress, createHopPrivacy } from './own-hops.ts';
import { createSendQueue } from './send-queue.ts';
import { createSharedRuns, type StartRun } from './shared-runs.ts';
import { tailMs } from './waiting.ts';

export interface Traces {
  readonly trace: Net['trace'];
  close(): void;
}

export interface TracesOptions {
  resolve(host: string, target: TraceTarget, signal: AbortSignal): Promise<readonly GuardedAddress[]>;
  readonly check: CheckAddress;
  /** Whether the addresses of our own network are shown. */
  readonly showsOwn: boolean;
  /** For tests: opens the system calls. */
  readonly openLibc?: () => Promise<Libc>;
  /** For tests: milliseconds between the starts of two rounds. */
  readonly roundEveryMs?: number | undefined;
  /** For tests: see `createNetworkAllowance`. */
  readonly perPacketMs?: number | undefined;
}

/** Ports that nothing listens on, as in traceroute(8); for TCP, HTTPS. */
export const usualPorts = { icmp: null, udp: 33_434, tcp: 443 } as const;
/** Up to this many rounds are sent in quick succession; more are sent one a second, as in mtr(8). */
const QUICK_ROUNDS = 3;
const QUICK_ROUND_MS = 50;
const SLOW_ROUND_MS = 1000;

export function createTraces(options: TracesOptions): Traces {
  const runs = createSharedRuns();
  const shared = {
    queue: createSendQueue(),
    distances: createKnownDistances(),
    allowance: createNetworkAllowance(options.perPacketMs),
  };
  let libc: Promise<Libc> | null = null;
  let recorded = 0;

  const openFirst = async (address: GuardedAddress, target: TraceTarget): Promise<Opened> => {
    libc ??= (options.openLibc ?? openLibc)();
    const calls = await libc.catch((cause: unknown) => {
      libc = null;
      throw new NetFailure('ping-unavailable', 'the C library cannot be called here', { cause });
    });
    return openFlow(calls, address, target);
  };

  const startFor =
    (address: GuardedAddress, target: TraceTarget): StartRun =>
    async (listener, signal) => {
      const opened = await openFirst(address, target);
      const { kind, flow, port } = opened;
      try {
        signal.throwIfAborted();
        listener.onSession({ address, method: kind.method, port, isPrivileged: kind.isPrivileged });
        const everyMs = target.rounds > QUICK_ROUNDS ? SLOW_ROUND_MS : QUICK_ROUND_MS;
        const plan = {
          rounds: target.rounds,
          roundEveryMs: options.roundEveryMs ?? everyMs,
          isFrugal: kind.method === 'udp',
          tailMs: tailMs[kind.method],
        };
        const privacy = createHopPrivacy(options.check, options.showsOwn);
        const { paths } = target;
        return await runTrace({ ...shared, ...opened, address, privacy, plan, paths }, listener, signal);
      } finally {
        flow.close();
      }
    };

  return {
    trace: async (target, listener, signal) => {
      const deadline = { timeoutMs: target.resolveMs, what: `the address of ${target.host}` };
      const addresses = await withDeadline(deadline, [signal], (within) =>
        options.resolve(target.host, target, within),
      );
      return joinFirstReachable(firstOfEach(addresses), (address) => {
        const { method, port, rounds, paths } = target;
        const isRecorded = tapOf(signal) !== undefined;
        if (isRecorded) recorded += 1;
        // A recorded trace is never shared between lookups.
        const own = isRecorded ? ` recorded ${recorded}` : '';
        const key = `${address.address} ${method} ${port} ${rounds} ${paths}${own}`;
        return runs.join(key, ownersNetwork(address), startFor(address, target), listener, signal);
      });
    },
    close: runs.close,
  };
}

interface Opened {
  readonly libc: Libc;
  readonly kind: FlowKind;
  readonly flow: Flow;
  readonly port: TraceSession['port'];
}

/** The first method that this machine permits. @throws NetFailure `ping-unavailable` */
function openFlow(libc: Libc, address: GuardedAddress, { method, port: asked }: TraceTarget): Opened {
  const failures: unknown[] = [];
  for (const kind of flowKinds(libc, method)) {
    const port = kind.method === method ? (asked ?? usualPorts[kind.method]) : usualPorts[kind.method];
    try {
      return { libc, kind, flow: kind.open(address, port ?? 0), port };
    } catch (error) {
      failures.push(error);
    }
  }
  throw new NetFailure('ping-unavailable', `no way to trace over IPv${address.family}`, { cause: failures[0] });
}

/** IPv4 first: the result should not depend on whether this machine has IPv6. */
function firstOfEach(addresses: readonly GuardedAddress[]): GuardedAddress[] {
  return ([4, 6] as const).flatMap((wanted) => addresses.find(({ family }) => family === wanted) ?? []);
}

async function joinFirstReachable<T>(
  addresses: readonly GuardedAddress[],
  join: (address: GuardedAddress) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  for (const address of addresses) {
    try {
      return await join(address);
    } catch (error) {
      if (!(error instanceof NetFailure && error.reason === 'unreachable')) throw error;
      failures.push(error);
    }
  }
  throw failures[0];
}
