import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedResult, EmbeddedWork } from './embedded-messages.ts';
import { startEmbeddedWorker } from './start-embedded-worker.ts';

/** A thread that does not answer within this time is abandoned, and the database is opened again. */
const ANSWER_MS = 10_000;
const END_MS = 2_000;
/** Maximum number of statements waiting for the thread. */
const MAX_WAITING = 2_000;

/** The worker thread that holds the embedded database open. */
export interface EmbeddedThread {
  /** Rejects with an error whose `code` is SQLite's, `STORE_SILENT` if the thread is lost, or `STORE_CROWDED`. */
  ask(work: EmbeddedWork, answerMs?: number): Promise<EmbeddedResult>;
  /** Resolves when the thread has ended; an abandoned thread ends only when its current SQLite call returns. */
  readonly ended: Promise<void>;
  /** Closes the database and ends the thread. */
  close(): Promise<void>;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  resolve(result: EmbeddedResult): void;
  reject(error: Error): void;
}

/** Starts a thread with no database open yet. `onLost` is called when it has ended unexpectedly. */
export function startEmbeddedThread(onLost: () => void): EmbeddedThread {
  const worker = startEmbeddedWorker();
  const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  /** Whether the thread was lost or asked to close. */
  let isOver = false;

  function lose(reason: string): void {
    for (const { timer, reject } of waiting.values()) {
      clearTimeout(timer);
      reject(silent(reason));
    }
    waiting.clear();
    if (isOver) return;
    isOver = true;
    // Not terminated: interrupting a libsql call ends the whole process. The thread closes itself after the call.
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
      // An SQLite call cannot be interrupted, so a slow one is not waited for.
      await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
      worker.unref();
    },
  };
}

const withCode = (message: string, code: string | null) => Object.assign(new Error(message), { code });
const silent = (message: string) => withCode(message, 'STORE_SILENT');
