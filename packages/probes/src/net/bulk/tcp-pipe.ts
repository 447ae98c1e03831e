import { connect, type Socket } from 'node:net';
import type { FailureReason } from '@sonde/contract/failure';
import { encodeRootQuestion } from '../dns/query.ts';
import type { ResolverAddress } from '../settings.ts';
import { refuseLookup } from '../sockets/refuse-lookup.ts';
import { systemFailure } from '../sockets/system-failure.ts';
import { QUESTION_TIMEOUT_MS, type Task } from './job.ts';
import { MAX_QUERY_BYTES } from './question-template.ts';
import { classifyReply, impossible, type Settlement, timedOut } from './reply-class.ts';

const MAX_QUESTIONS = 1024;
/** Milliseconds. A resolver that supports TCP answers the handshake at once; others are asked by UDP. */
const CONNECT_TIMEOUT_MS = 700;
/**
 * When a server has been silent for this long with questions pending, it is asked the root question and has the same time
 * again to answer. The root question is also sent first on a new connection.
 */
const SILENCE_MS = 1500;
/** Reserved for the root question. */
const ROOT_QUESTION_ID = 0xffff;
const CHECK_EVERY_MS = 500;
const LENGTH_BYTES = 2;

export interface PipeOwner {
  settle(task: Task, settlement: Settlement): void;
  /** Called after a chunk of answers, when there is room for more questions. */
  onRoom(): void;
  /** Called once, when the connection ends or cannot be made. */
  onEnd(reason: FailureReason): void;
}

interface PendingQuery {
  readonly task: Task;
  readonly askedAtMs: number;
}

const BULK_BY_TCP = { service: 'dns', transport: 'tcp', isOperators: true } as const;

/** One TCP connection with up to 1,024 questions in flight. */
export class TcpPipe {
  readonly #socket: Socket;
  readonly #owner: PipeOwner;
  readonly #server: ResolverAddress;
  readonly #pending: (PendingQuery | undefined)[] = new Array(MAX_QUESTIONS).fill(undefined);
  readonly #freeIds = Array.from({ length: MAX_QUESTIONS }, (_, index) => index);
  readonly #out = Buffer.allocUnsafe(MAX_QUESTIONS * 64 + MAX_QUERY_BYTES);
  #outLength = 0;
  #rest: Buffer | null = null;
  #lastBytesAtMs = performance.now();
  /** When the root question was sent; null once anything has arrived since. */
  #rootAskedAtMs: number | null = null;
  #checkedAtMs = 0;
  #isClosed = false;
  wasConnected = false;
  answered = 0;
  unsettled = 0;

  constructor(server: ResolverAddress, owner: PipeOwner) {
    this.#owner = owner;
    this.#server = server;
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
      this.#lastBytesAtMs = performance.now();
      this.#askRootQuestion(this.#lastBytesAtMs);
      owner.onRoom();
    });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('drain', () => owner.onRoom());
    this.#socket.on('error', (error) => this.#end(systemFailure(error, where).reason));
    this.#socket.on('end', () => this.#end('invalid-response'));
    this.#socket.on('close', () => clearTimeout(timer));
  }

  get hasRoom(): boolean {
    return this.wasConnected && !this.#isClosed && this.#freeIds.length > 0 && !this.#socket.writableNeedDrain;
  }

  /** Appends the question to the buffer; `flush` sends the buffer. */
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
    task.recorded ??= task.job.tap?.begin({ ...BULK_BY_TCP, peer: this.#server });
    task.recorded?.sent(this.#out.subarray(start - LENGTH_BYTES, end));
    if (this.unsettled === 0) this.#lastBytesAtMs = performance.now();
    this.#pending[id] = { task, askedAtMs: this.#lastBytesAtMs };
    this.unsettled += 1;
    task.job.zone.inFlight += 1;
    if (this.#outLength + LENGTH_BYTES + MAX_QUERY_BYTES > this.#out.length) this.flush();
  }

  /** Sends many questions in one segment (RFC 7766 section 8). */
  flush(): void {
    if (this.#outLength === 0 || this.#isClosed) return;
    // A copy, since the socket may keep a reference to it.
    this.#socket.write(Buffer.from(this.#out.subarray(0, this.#outLength)));
    this.#outLength = 0;
  }

  findOverdue(nowMs: number): void {
    if (this.unsettled === 0 || nowMs - this.#checkedAtMs < CHECK_EVERY_MS) return;
    this.#checkedAtMs = nowMs;
    if (this.#rootAskedAtMs !== null && nowMs - this.#rootAskedAtMs > SILENCE_MS) {
      this.#end('timeout');
      return;
    }
    if (this.#rootAskedAtMs === null && nowMs - this.#lastBytesAtMs > SILENCE_MS) this.#askRootQuestion(nowMs);
    for (const [id, one] of this.#pending.entries()) {
      if (one === undefined || nowMs - one.askedAtMs < QUESTION_TIMEOUT_MS) continue;
      this.#free(id, one.task);
      this.#owner.settle(one.task, timedOut);
    }
  }

  /** Returns the questions that were not answered. */
  close(): Task[] {
    this.#isClosed = true;
    this.#socket.destroy();
    const left = this.#pending.flatMap((one) => one?.task ?? []);
    for (const { job } of left) job.zone.inFlight -= 1;
    this.#pending.fill(undefined);
    this.unsettled = 0;
    return left;
  }

  #askRootQuestion(nowMs: number): void {
    const query = encodeRootQuestion(ROOT_QUESTION_ID);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(query.length);
    this.#socket.write(Buffer.concat([length, query]));
    this.#rootAskedAtMs = nowMs;
  }

  /** The id can be reused at once: `classifyReply` recognizes a late answer to an earlier question. */
  #free(id: number, task: Task): void {
    this.#pending[id] = undefined;
    this.#freeIds.push(id);
    this.unsettled -= 1;
    task.job.zone.inFlight -= 1;
  }

  #end(reason: FailureReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#owner.onEnd(reason);
  }

  #read(chunk: Buffer): void {
    if (this.#isClosed) return;
    this.#lastBytesAtMs = performance.now();
    this.#rootAskedAtMs = null;
    const bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    let offset = 0;
    while (bytes.length - offset >= LENGTH_BYTES) {
      const end = offset + LENGTH_BYTES + bytes.readUInt16BE(offset);
      if (end > bytes.length) break;
      this.#settleReply(bytes.subarray(offset + LENGTH_BYTES, end), bytes.subarray(offset, end));
      if (this.#isClosed) return;
      offset = end;
    }
    this.#rest = offset === bytes.length ? null : bytes.subarray(offset);
    this.#owner.onRoom();
  }

  /** `framed` is the message with its length prefix. */
  #settleReply(message: Buffer, framed: Buffer): void {
    const id = message.length < 2 ? -1 : message.readUInt16BE(0);
    const one = this.#pending[id];
    if (one === undefined) return;
    const replyClass = classifyReply(message, one.task.job.templateFor(false), one.task.prefix);
    if (replyClass === null) return;
    one.task.recorded?.received(framed);
    this.#free(id, one.task);
    this.answered += 1;
    this.#owner.settle(
      one.task,
      replyClass.kind === 'no-edns' ? { kind: 'failure', reason: replyClass.reason } : replyClass,
    );
  }
}
