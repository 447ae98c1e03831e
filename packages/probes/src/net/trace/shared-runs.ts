import { onAbort } from '../../async/signals.ts';
import { NetFailure, type TraceEvent, type TraceListener, type TraceOutcome, type TraceSession } from '../net.ts';

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
  readonly network: string;
  readonly controller: AbortController;
  readonly listeners: Set<TraceListener>;
  readonly events: TraceEvent[];
  session: TraceSession | null;
  readonly ended: Promise<TraceOutcome>;
}

export function createSharedRuns(): SharedRuns {
  const runs = new Map<string, Run>();

  function begin(key: string, network: string, start: StartRun): Run {
    const near = [...runs.values()].filter((one) => one.network === network).length;
    if (runs.size >= MAX_RUNS) throw new NetFailure('crowded', `${runs.size} traces run already`);
    if (near >= MAX_PER_NETWORK) throw new NetFailure('crowded', `${near} traces into network ${network} run`);
    const controller = new AbortController();
    const run: Run = {
      network,
      controller,
      listeners: new Set(),
      events: [],
      session: null,
      ended: Promise.resolve().then(() => start(recorderOf(run), controller.signal)),
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
      const run = runs.get(key) ?? begin(key, network, start);
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
      for (const { controller } of runs.values())
        controller.abort(new NetFailure('unreachable', 'the network layer is closed'));
    },
  };
}

/** Passes every event on and stores it for listeners that join later. */
function recorderOf(run: Run): TraceListener {
  return {
    onSession: (session) => {
      run.session = session;
      for (const listener of run.listeners) listener.onSession(session);
    },
    onEvent: (event) => {
      run.events.push(event);
      for (const listener of run.listeners) listener.onEvent(event);
    },
  };
}
