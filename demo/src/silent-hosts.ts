import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { hostAddress, type Place } from './place.ts';

/** A host that does not answer TCP handshakes on its port; on loopback the kernel itself answers ICMP. */
export interface SilentHost extends Place {
  stop(): Promise<void>;
}

/** States of the gate between a host and its thread; `PARKED`: the thread confirms that it accepts no connections. */
const [OPEN, SHUT, PARKED] = [0, 1, 2];
/** More than a listen queue of length two can hold. */
const MAX_FILLERS = 8;
/** A handshake on loopback takes less than a millisecond. */
const DROPPED_AFTER_MS = 250;
const LOOK_MS = 5;
const PARKED_WITHIN_MS = 2000;
/**
 * A dropped SYN is sent again after a second, and a client waits for two seconds: packets in the first half of the shut
 * period are lost, those in the second half are late. Five packets at intervals of one or two seconds encounter both.
 */
const SHUT_MS = 3000;
const OPEN_MS = 3000;

/**
 * A host that never answers, or with `isSometimesOpen` one that loses packets half of the time. Null if the system has
 * no such address, or does not drop connections when the queue is full.
 */
export async function startSilentHost(host: number, isSometimesOpen = false): Promise<SilentHost | null> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  Atomics.store(gate, 0, SHUT);
  const address = hostAddress(host);
  const worker = new Worker(new URL('./deaf-listener.mjs', import.meta.url), {
    workerData: { gate: gate.buffer, address, port: 0 },
    execArgv: [],
  });
  const [{ port = null }] = (await once(worker, 'message')) as [{ readonly port?: number }];
  const listener = port === null ? null : createListener({ address, port }, gate);
  if (port === null || listener === null || !(await listener.fill())) {
    listener?.forget();
    await worker.terminate();
    return null;
  }
  const rhythm = isSometimesOpen ? startRhythm(listener) : { stop: () => {} };
  return {
    ...{ address, port },
    async stop() {
      rhythm.stop();
      listener.forget();
      await worker.terminate();
    },
  };
}

type Listener = ReturnType<typeof createListener>;

/** Shuts the port by filling the queue of a listener that does not accept, and opens it by accepting again. */
function createListener(place: Place, gate: Int32Array) {
  const fillers = new Set<Socket>();
  const forget = () => {
    for (const socket of fillers) socket.destroy();
    fillers.clear();
  };
  const isParked = async () => {
    for (let waited = 0; waited < PARKED_WITHIN_MS; waited += LOOK_MS) {
      if (Atomics.load(gate, 0) === PARKED) return true;
      await sleep(LOOK_MS);
    }
    return false;
  };
  /** False if connections are still established. */
  const fill = async () => {
    if (!(await isParked())) return false;
    for (let count = 0; count < MAX_FILLERS; count += 1) {
      const socket = connect({ host: place.address, port: place.port });
      fillers.add(socket);
      socket.on('error', () => {});
      await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), sleep(DROPPED_AFTER_MS)]);
      // On a busy machine the timer may fire before a pending connection event.
      await setImmediate();
      if (socket.connecting) return true;
    }
    return false;
  };
  return {
    forget,
    fill,
    open() {
      Atomics.store(gate, 0, OPEN);
      Atomics.notify(gate, 0);
      forget();
    },
    shut() {
      Atomics.store(gate, 0, SHUT);
      return fill();
    },
  };
}

function startRhythm(listener: Listener): { stop(): void } {
  let timer: NodeJS.Timeout;
  const open = () => {
    listener.open();
    timer = setTimeout(shut, OPEN_MS);
  };
  const shut = () => {
    void listener.shut();
    timer = setTimeout(open, SHUT_MS);
  };
  timer = setTimeout(open, SHUT_MS);
  return { stop: () => clearTimeout(timer) };
}
