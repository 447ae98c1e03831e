import { connect, type Socket } from 'node:net';
import type { FailureReason } from '@sonde/contract/failure';
import type { ResolverAddress } from '../settings.ts';
import { systemFailure } from '../system-failure.ts';
import { refuseLookup } from '../tcp-exchange.ts';
import { QUESTION_TIMEOUT_MS, type Task } from './job.ts';
import { MAX_QUERY_BYTES } from './question-template.ts';
import { impossible, readVerdict, type Settlement, timedOut } from './read-verdict.ts';
import { signOfLifeQuery } from './sign-of-life.ts';

const MAX_QUESTIONS = 1024;
/** A resolver that offers TCP at all answers a handshake at once; UDP is there for the others. */
const CONNECT_TIMEOUT_MS = 700;
/**
 * Nothing at all from a server that owes us answers: then it is asked for a sign of life, and has as long again to give
 * one. It is asked once at the beginning, too.
 */
const SILENCE_MS = 1500;
/** No id of a question. */
const SIGN_OF_LIFE_ID = 0xffff;
const LOOK_EVERY_MS = 500;
const LENGTH_BYTES = 2;

export interface PipeOwner {
  settle(task: Task, verdict: Settlement): void;
  /** Called when there is room for more, after a chunk of answers. */
  onRoom(): void;
  /** Called once when the connection ended, or could not be made. */
  onEnd(reason: FailureReason): void;
}

interface Waiting {
  readonly task: Task;
  readonly askedAtMs: number;
}

/** One TCP connection with up to 1024 questions on it. */
export class TcpPipe {
  readonly #socket: Socket;
  readonly #owner: PipeOwner;
  readonly #waiting: (Waiting | undefined)[] = new Array(MAX_QUESTIONS).fill(undefined);
  readonly #freeIds = Array.from({ length: MAX_QUESTIONS }, (_, index) => index);
  readonly #out = Buffer.allocUnsafe(MAX_QUESTIONS * 64 + MAX_QUERY_BYTES);
  #outLength = 0;
  #rest: Buffer | null = null;
  #heardAtMs = performance.now();
  /** When a sign of life was asked for; null when something came since. */
  #doubtedAtMs: number | null = null;
  #lookedAtMs = 0;
  #isClosed = false;
  wasConnected = false;
  answered = 0;
  underWay = 0;

  constructor(server: ResolverAddress, owner: PipeOwner) {
    this.#owner = owner;
    const where = `${server.address} port ${server.port} by TCP`;
    this.#socket = connect({
      host: server.address,
      port: server.port,
      autoSelectFamily: false,
      noDelay: true,
      lookup: refuseLookup,
    });
    const timer = setTimeout(() => this.#end('timeout'), CONNECT_TIMEOUT_MS);
    this.#socket.once('connect', () => {
      clearTimeout(timer);
      this.wasConnected = true;
      this.#heardAtMs = performance.now();
      this.#askForSignOfLife(this.#heardAtMs);
      owner.onRoom();
    });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('drain', () => owner.onRoom());
    this.#socket.on('error', (error) => this.#end(systemFailure(error, where).reason));
    this.#socket.on('end', () => this.#end('invalid_response'));
    this.#socket.on('close', () => clearTimeout(timer));
  }

  get hasRoom(): boolean {
    return this.wasConnected && !this.#isClosed && this.#freeIds.length > 0 && !this.#socket.writableNeedDrain;
  }

  /** Puts the question behind the others; `flush` sends them together. */
  write(task: Task): void {
    const id = this.#freeIds.pop();
    if (id === undefined) throw new RangeError('no id is free: look at hasRoom first');
    const start = this.#outLength + LENGTH_BYTES;
    const end = task.job.templateFor(false).write(this.#out, start, id, task.prefix);
    if (end === -1) {
      this.#freeIds.push(id);
      this.#owner.settle(task, impossible);
      return;
    }
    this.#out.writeUInt16BE(end - start, this.#outLength);
    this.#outLength = end;
    if (this.underWay === 0) this.#heardAtMs = performance.now();
    this.#waiting[id] = { task, askedAtMs: this.#heardAtMs };
    this.underWay += 1;
    task.job.zone.inFlight += 1;
    if (this.#outLength + LENGTH_BYTES + MAX_QUERY_BYTES > this.#out.length) this.flush();
  }

  /** Many questions in one segment (RFC 7766 section 8). */
  flush(): void {
    if (this.#outLength === 0 || this.#isClosed) return;
    // A copy: the socket may keep it for a while.
    this.#socket.write(Buffer.from(this.#out.subarray(0, this.#outLength)));
    this.#outLength = 0;
  }

  findOverdue(nowMs: number): void {
    if (this.underWay === 0 || nowMs - this.#lookedAtMs < LOOK_EVERY_MS) return;
    this.#lookedAtMs = nowMs;
    if (this.#doubtedAtMs !== null && nowMs - this.#doubtedAtMs > SILENCE_MS) {
      this.#end('timeout');
      return;
    }
    if (this.#doubtedAtMs === null && nowMs - this.#heardAtMs > SILENCE_MS) this.#askForSignOfLife(nowMs);
    for (const [id, one] of this.#waiting.entries()) {
      if (one === undefined || nowMs - one.askedAtMs < QUESTION_TIMEOUT_MS) continue;
      this.#land(id, one.task);
      this.#owner.settle(one.task, timedOut);
    }
  }

  /** Gives the questions that were not answered. */
  close(): Task[] {
    this.#isClosed = true;
    this.#socket.destroy();
    const left = this.#waiting.flatMap((one) => one?.task ?? []);
    for (const { job } of left) job.zone.inFlight -= 1;
    this.#waiting.fill(undefined);
    this.underWay = 0;
    return left;
  }

  #askForSignOfLife(nowMs: number): void {
    const query = signOfLifeQuery(SIGN_OF_LIFE_ID);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(query.length);
    this.#socket.write(Buffer.concat([length, query]));
    this.#doubtedAtMs = nowMs;
  }

  /** The id is free at once: a late answer is to another question, which `readVerdict` sees. */
  #land(id: number, task: Task): void {
    this.#waiting[id] = undefined;
    this.#freeIds.push(id);
    this.underWay -= 1;
    task.job.zone.inFlight -= 1;
  }

  #end(reason: FailureReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#owner.onEnd(reason);
  }

  #read(chunk: Buffer): void {
    if (this.#isClosed) return;
    this.#heardAtMs = performance.now();
    this.#doubtedAtMs = null;
    const bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    let offset = 0;
    while (bytes.length - offset >= LENGTH_BYTES) {
      const end = offset + LENGTH_BYTES + bytes.readUInt16BE(offset);
      if (end > bytes.length) break;
      this.#receive(bytes.subarray(offset + LENGTH_BYTES, end));
      if (this.#isClosed) return;
      offset = end;
    }
    this.#rest = offset === bytes.length ? null : bytes.subarray(offset);
    this.#owner.onRoom();
  }

  #receive(message: Buffer): void {
    const id = message.length < 2 ? -1 : message.readUInt16BE(0);
    const one = this.#waiting[id];
    if (one === undefined) return;
    const verdict = readVerdict(message, one.task.job.templateFor(false), one.task.prefix);
    if (verdict === null) return;
    this.#land(id, one.task);
    this.answered += 1;
    this.#owner.settle(
      one.task,
      verdict.kind === 'no-edns' ? { kind: 'failure', reason: 'invalid_response' } : verdict,
    );
  }
}
