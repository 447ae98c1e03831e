import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedResult, EmbeddedWork } from './embedded-messages.ts';

/** A thread that has not answered for so long is abandoned, and the database is opened again. */
const ANSWER_MS = 10_000;
const END_MS = 2_000;
/** How many statements may wait for the thread. */
const MAX_WAITING = 2_000;

/** The thread in which the embedded database is open. */
export interface EmbeddedThread {
  /** Rejects with an error that has the `code` of SQLite, or `STORE_SILENT` when the thread is lost. */
  ask(work: EmbeddedWork, answerMs?: number): Promise<EmbeddedResult>;
  /** Fulfilled when the thread has ended: long after it was abandoned, if a call of SQLite takes long. */
  readonly ended: Promise<void>;
  /** Ends the thread in order. */
  close(): Promise<void>;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  resolve(result: EmbeddedResult): void;
  reject(error: Error): void;
}

/** Beside the server when it is built. Sources run as they are, and on Node 20 a thread needs a loader for them. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./embedded-worker.js', import.meta.url));
  }
  const { href } = new URL('./embedded-worker.ts', import.meta.url);
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import('${href}'); })`;
  return new Worker(program, { eval: true, execArgv: [] });
}

/** Starts a thread with no database open yet. `onLost` is called when it has ended unexpectedly. */
export function startEmbeddedThread(onLost: () => void): EmbeddedThread {
  const worker = startWorker();
  const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  /** Lost, or asked to close. */
  let isOver = false;

  function lose(reason: string): void {
    for (const { timer, reject } of waiting.values()) {
      clearTimeout(timer);
      reject(silent(reason));
    }
    waiting.clear();
    if (isOver) return;
    isOver = true;
    // It is not terminated: libsql ends the whole process when that interrupts one of its calls. It closes afterwards.
    worker.postMessage({ id: 0, work: { kind: 'close' } } satisfies EmbeddedRequest);
    worker.unref();
    onLost();
  }
  worker.on('message', (reply: EmbeddedReply) => {
    const asked = waiting.get(reply.id);
    if (asked === undefined) return;
    waiting.delete(reply.id);
    clearTimeout(asked.timer);
    if ('result' in reply) asked.resolve(reply.result);
    else asked.reject(withCode(reply.error.message, reply.error.code));
  });
  worker.on('error', (error) => lose(`the thread of the database failed: ${String(error.message)}`));
  worker.on('exit', () => lose('the thread of the database ended'));

  function send(work: EmbeddedWork, answerMs = ANSWER_MS): Promise<EmbeddedResult> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => lose(`the database did not answer for ${answerMs} ms`), answerMs);
      waiting.set(id, { timer, resolve, reject });
      worker.postMessage({ id, work } satisfies EmbeddedRequest);
    });
  }
  return {
    ended,
    async ask(work, answerMs) {
      if (isOver) throw silent('the thread of the database has ended');
      if (waiting.size >= MAX_WAITING) throw withCode('too many questions wait for the database', 'STORE_CROWDED');
      return send(work, answerMs);
    },
    async close() {
      const isFirst = !isOver;
      isOver = true;
      if (isFirst) await send({ kind: 'close' }).catch(() => undefined);
      // A call of SQLite cannot be interrupted, so nothing waits for it.
      await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
      worker.unref();
    },
  };
}

const withCode = (message: string, code: string | null) => Object.assign(new Error(message), { code });
const silent = (message: string) => withCode(message, 'STORE_SILENT');
