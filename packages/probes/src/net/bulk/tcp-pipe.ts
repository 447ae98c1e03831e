import { connect, type Socket } from 'node:net';
import type { FailureReason } from '@sonde/contract/failure';
import type { ResolverAddress } from '../settings.ts';
import { systemFailure } from '../system-failure.ts';
import { refuseLookup } from '../tcp-exchange.ts';
import type { Task } from './job.ts';
import { MAX_QUERY_BYTES } from './question-template.ts';
import { nothing, readVerdict, type Settlement, timedOut } from './read-verdict.ts';

const MAX_QUESTIONS = 1024;
/** A resolver that offers TCP at all answers a handshake at once; UDP is there for the others. */
const CONNECT_TIMEOUT_MS = 700;
/** Nothing at all from a server that owes us answers; one that never said anything is given less. */
const SILENCE_MS = 3000;
const FIRST_SILENCE_MS = 1500;
/** A resolver has given up on a name server by then. */
const ANSWER_TIMEOUT_MS = 8000;
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
      this.#owner.settle(task, nothing);
      return;
    }
    this.#out.writeUInt16BE(end - start, this.#outLength);
    this.#outLength = end;
    if (this.underWay === 0) this.#heardAtMs = performance.now();
    this.#waiting[id] = { task, askedAtMs: this.#heardAtMs };
    this.underWay += 1;
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
    if (nowMs - this.#heardAtMs > (this.answered > 0 ? SILENCE_MS : FIRST_SILENCE_MS)) {
      this.#end('timeout');
      return;
    }
    for (const [id, one] of this.#waiting.entries()) {
      if (one === undefined || nowMs - one.askedAtMs < ANSWER_TIMEOUT_MS) continue;
      // The id stays taken: a late answer must not meet another question.
      this.#waiting[id] = undefined;
      this.underWay -= 1;
      this.#owner.settle(one.task, timedOut);
    }
    if (this.underWay === 0 && this.#freeIds.length < MAX_QUESTIONS / 2) this.#end('timeout');
  }

  /** Gives the questions that were not answered. */
  close(): Task[] {
    this.#isClosed = true;
    this.#socket.destroy();
    const left = this.#waiting.flatMap((one) => one?.task ?? []);
    this.#waiting.fill(undefined);
    this.underWay = 0;
    return left;
  }

  #end(reason: FailureReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#owner.onEnd(reason);
  }

  #read(chunk: Buffer): void {
    if (this.#isClosed) return;
    this.#heardAtMs = performance.now();
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
    this.#waiting[id] = undefined;
    this.#freeIds.push(id);
    this.underWay -= 1;
    this.answered += 1;
    this.#owner.settle(
      one.task,
      verdict.kind === 'no-edns' ? { kind: 'failure', reason: 'invalid_response' } : verdict,
    );
  }
}
