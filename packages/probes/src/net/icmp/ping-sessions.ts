import { onAbort } from '../../async/signals.ts';
import { mustGiveWay } from '../../work/give-way.ts';
import { attachWork, nobody, type WorkOwner, workOf } from '../../work/work.ts';
import {
  type GuardedAddress,
  NetFailure,
  networkClosed,
  type PingEvent,
  type PingListener,
  type PingSession,
} from '../net.ts';
import { recordedPings } from '../recording/recorded-pings.ts';
import { attachTap, tapOf } from '../recording/wire-tap.ts';
import type { PingEngines } from './engines.ts';
import { ownersNetwork } from './pacer.ts';
import { EngineBroken, type PingPlan } from './ping-engine.ts';

/** Running pings; equal ones share a session. */
export interface PingSessions {
  /**
   * Joins the ping of this address with this count and interval, or starts it. It ends when the last listener leaves.
   * @throws NetFailure, or the signal's reason
   */
  join(address: GuardedAddress, plan: PingPlan, listener: PingListener, signal: AbortSignal): Promise<void>;
  close(): void;
}

const MAX_SESSIONS = 200;
/** At the pacer's 20 packets a second to one network, this many sessions keep up. */
const MAX_PER_NETWORK = 20;

interface Running {
  /** The lookup that began it: packets are counted there. */
  readonly owner: WorkOwner;
  readonly network: string;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  readonly listeners: Set<PingListener>;
  readonly events: PingEvent[];
  session: PingSession | null;
}

export function createPingSessions(engines: PingEngines): PingSessions {
  /** Those that can be joined. */
  const running = new Map<string, Running>();
  /** Those that have not ended yet. */
  const under = new Set<Running>();
  let recorded = 0;

  /** Ends a ping of the client that has most, if there are too many. @throws NetFailure `crowded` if none gives way */
  function makeRoom(those: readonly Running[], most: number, owner: WorkOwner, what: string): void {
    if (those.length < most) return;
    const crowded = new NetFailure('crowded', `${those.length} pings ${what} run already`);
    const loser = mustGiveWay(those, owner);
    if (loser === null) throw crowded;
    under.delete(loser);
    for (const [key, one] of running) if (one === loser) running.delete(key);
    loser.controller.abort(crowded);
  }

  function start(key: string, address: GuardedAddress, plan: PingPlan, signal: AbortSignal): Running {
    const tap = tapOf(signal);
    const owner = workOf(signal)?.owner ?? nobody;
    const network = ownersNetwork(address);
    const inNetwork = [...under].filter((one) => one.network === network);
    makeRoom(inNetwork, MAX_PER_NETWORK, owner, `of network ${network}`);
    makeRoom([...under], MAX_SESSIONS, owner, 'in all');
    const one: Running = {
      owner,
      network,
      controller: new AbortController(),
      listeners: new Set(),
      events: [],
      session: null,
      ended: Promise.resolve().then(() => run(one, engines, address, plan)),
    };
    if (tap !== undefined) attachTap(one.controller.signal, tap);
    attachWork(one.controller.signal, workOf(signal));
    running.set(key, one);
    under.add(one);
    const forget = () => {
      if (running.get(key) === one) running.delete(key);
      under.delete(one);
    };
    one.ended.then(forget, forget);
    return one;
  }

  return {
    async join(address, plan, listener, signal) {
      signal.throwIfAborted();
      const tap = tapOf(signal);
      // A recorded ping is never shared between lookups.
      if (tap !== undefined) recorded += 1;
      const own = tap === undefined ? '' : ` recorded ${recorded}`;
      const key = `${address.address} ${plan.count} ${plan.intervalMs}${own}`;
      const one = running.get(key) ?? start(key, address, plan, signal);
      if (one.session !== null) listener.onSession(one.session);
      for (const event of one.events) listener.onEvent(event);
      one.listeners.add(listener);
      await untilEndOrLeave(one, listener, signal, () => {
        // A listener that arrives from now on starts a new session.
        if (running.get(key) === one) running.delete(key);
      });
    },
    close() {
      for (const { controller } of running.values()) controller.abort(networkClosed);
    },
  };
}

function untilEndOrLeave(
  { ended, listeners, controller }: Running,
  listener: PingListener,
  signal: AbortSignal,
  onAbandoned: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const detach = onAbort(signal, () => {
      listeners.delete(listener);
      if (listeners.size === 0) {
        onAbandoned();
        controller.abort(signal.reason);
      }
      reject(signal.reason);
    });
    ended.then(resolve, reject).finally(() => {
      detach();
      listeners.delete(listener);
    });
  });
}

/** Uses the best engine, and the next one if it fails before anything was sent. */
async function run(one: Running, engines: PingEngines, address: GuardedAddress, plan: PingPlan): Promise<void> {
  const { signal } = one.controller;
  for (;;) {
    const engine = await engines.best(address.family, address.address);
    signal.throwIfAborted();
    if (engine === null) throw new NetFailure('ping-unavailable', `no way to ping over IPv${address.family}`);
    const pass = (event: PingEvent) => {
      const excess = event.kind === 'sent' ? (workOf(signal)?.budget.note('packets', 1) ?? null) : null;
      if (excess !== null) return one.controller.abort(excess);
      if (one.session === null) startSession(one, { address, method: engine.method });
      one.events.push(event);
      for (const { onEvent } of one.listeners) onEvent(event);
    };
    const tap = engine.recordsOctets ? undefined : tapOf(signal);
    const report = tap === undefined ? pass : recordedPings(tap, address, engine.method, pass);
    try {
      return await engine.run(address, plan, report, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EngineBroken)) throw error;
      engines.leave(address.family, engine);
      if (one.session !== null) throw new NetFailure('ping-unavailable', error.message, { cause: error });
    }
  }
}

function startSession(one: Running, session: PingSession): void {
  one.session = session;
  for (const { onSession } of one.listeners) onSession(session);
}
