import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { hostAddress, type Place } from './place.ts';

/** A host that lets packets go unanswered: handshakes with its port, since the kernel answers ICMP on loopback itself. */
export interface SilentHost extends Place {
  stop(): Promise<void>;
}

/** What the gate of a host says; `PARKED` is the word of its thread that it accepts nothing any more. */
const [OPEN, SHUT, PARKED] = [0, 1, 2];
/** More fit into no queue of two. */
const MAX_FILLERS = 8;
/** A handshake on loopback takes less than a millisecond. */
const DROPPED_AFTER_MS = 250;
const LOOK_MS = 5;
const PARKED_WITHIN_MS = 2000;
/**
 * A SYN that was dropped is sent again after a second, and a client waits for two: what comes within the first half of
 * the shut time is lost for good, the rest is late. Five packets at two seconds, or at one, meet both.
 */
const SHUT_MS = 3000;
const OPEN_MS = 3000;

/**
 * A host that never answers, or with `isSometimesOpen` one that loses what is sent in the shut half of its time. Null
 * where the system has no such address, or does not drop what it cannot queue.
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
  const door = port === null ? null : createDoor({ address, port }, gate);
  if (port === null || door === null || !(await door.fill())) {
    door?.forget();
    await worker.terminate();
    return null;
  }
  const rhythm = isSometimesOpen ? startRhythm(door) : { stop: () => {} };
  return {
    ...{ address, port },
    async stop() {
      rhythm.stop();
      door.forget();
      await worker.terminate();
    },
  };
}

type Door = ReturnType<typeof createDoor>;

/** Shuts by filling the queue of whoever does not accept, and opens by having it accepted. */
function createDoor(place: Place, gate: Int32Array) {
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
  /** False where connections still come about. */
  const fill = async () => {
    if (!(await isParked())) return false;
    for (let count = 0; count < MAX_FILLERS; count += 1) {
      const socket = connect({ host: place.address, port: place.port });
      fillers.add(socket);
      socket.on('error', () => {});
      await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), sleep(DROPPED_AFTER_MS)]);
      // On a busy machine the timer may come first, with the connection waiting behind it.
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

function startRhythm(door: Door): { stop(): void } {
  let timer: NodeJS.Timeout;
  const open = () => {
    door.open();
    timer = setTimeout(shut, OPEN_MS);
  };
  const shut = () => {
    void door.shut();
    timer = setTimeout(open, SHUT_MS);
  };
  timer = setTimeout(open, SHUT_MS);
  return { stop: () => clearTimeout(timer) };
}
