import { onAbort } from '../../async/signals.ts';
import { mustGiveWay } from '../../work/give-way.ts';
import { attachWork, nobody, type Work, type WorkOwner, workOf } from '../../work/work.ts';
import type { WorkBudget } from '../../work/work-budget.ts';
import {
  NetFailure,
  networkClosed,
  type TraceEvent,
  type TraceListener,
  type TraceOutcome,
  type TraceSession,
} from '../net.ts';

/** Starts a run and reports its events. */
export type StartRun = (listener: TraceListener, signal: AbortSignal) => Promise<TraceOutcome>;

/** Running traces; equal ones share a run. */
export interface SharedRuns {
  /**
   * Joins the run with this key, or starts it. It ends when the last listener leaves.
   * @throws NetFailure `crowded`, what the run throws, or the signal's reason
   */
  join(
    key: string,
    network: string,
    start: StartRun,
    listener: TraceListener,
    signal: AbortSignal,
  ): Promise<TraceOutcome>;
  close(): void;
}

const MAX_RUNS = 200;
const MAX_PER_NETWORK = 20;

interface Run {
  /** The lookup that began it: packets are counted there. */
  readonly owner: WorkOwner;
  readonly network: string;
  readonly controller: AbortController;
  readonly listeners: Set<TraceListener>;
  readonly events: TraceEvent[];
  session: TraceSession | null;
  readonly ended: Promise<TraceOutcome>;
}

export function createSharedRuns(): SharedRuns {
  const runs = new Map<string, Run>();

  /** Ends a run of the client that has most, if there are too many. @throws NetFailure `crowded` if no run gives way */
  function makeRoom(those: readonly Run[], most: number, owner: WorkOwner, what: string): void {
    if (those.length < most) return;
    const crowded = new NetFailure('crowded', `${those.length} traces ${what} run already`);
    const loser = mustGiveWay(those, owner);
    if (loser === null) throw crowded;
    for (const [key, one] of runs) if (one === loser) runs.delete(key);
    loser.controller.abort(crowded);
  }

  function begin(key: string, network: string, start: StartRun, work: Work | undefined): Run {
    const owner = work?.owner ?? nobody;
    const all = [...runs.values()];
    makeRoom(
      all.filter((one) => one.network === network),
      MAX_PER_NETWORK,
      owner,
      `into network ${network}`,
    );
    makeRoom([...runs.values()], MAX_RUNS, owner, 'in all');
    const controller = new AbortController();
    attachWork(controller.signal, work);
    const run: Run = {
      owner,
      network,
      controller,
      listeners: new Set(),
      events: [],
      session: null,
      ended: Promise.resolve().then(() => start(recorderOf(run, work?.budget), controller.signal)),
    };
    runs.set(key, run);
    const forget = () => {
      if (runs.get(key) === run) runs.delete(key);
    };
    run.ended.then(forget, forget);
    return run;
  }

  return {
    join: (key, network, start, listener, signal) => {
      signal.throwIfAborted();
      const run = runs.get(key) ?? begin(key, network, start, workOf(signal));
      if (run.session !== null) listener.onSession(run.session);
      for (const event of run.events) listener.onEvent(event);
      run.listeners.add(listener);
      return new Promise((resolve, reject) => {
        const detach = onAbort(signal, () => {
          run.listeners.delete(listener);
          // A listener that arrives from now on starts a new run.
          if (run.listeners.size === 0 && runs.get(key) === run) runs.delete(key);
          if (run.listeners.size === 0) run.controller.abort(signal.reason);
          reject(signal.reason);
        });
        run.ended.then(resolve, reject).finally(() => {
          detach();
          run.listeners.delete(listener);
        });
      });
    },
    close: () => {
      for (const { controller } of runs.values()) controller.abort(networkClosed);
    },
  };
}

/** Passes every event on and stores it for listeners that join later, and counts the packets. */
function recorderOf(run: Run, budget: WorkBudget | undefined): TraceListener {
  return {
    onSession: (session) => {
      run.session = session;
      for (const listener of run.listeners) listener.onSession(session);
    },
    onEvent: (event) => {
      const excess = event.kind === 'sent' ? (budget?.note('packets', 1) ?? null) : null;
      if (excess !== null) return run.controller.abort(excess);
      run.events.push(event);
      for (const listener of run.listeners) listener.onEvent(event);
    },
  };
}
