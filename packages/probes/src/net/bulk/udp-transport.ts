import { randomFillSync } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { FailureReason } from '@sonde/contract/failure';
import { HEADER_OCTETS } from '../../protocols/dns-message/header.ts';
import { encodeRootQuestion } from '../dns/query.ts';
import type { ResolverAddress } from '../settings.ts';
import { systemFailure } from '../sockets/system-failure.ts';
import { QUESTION_TIMEOUT_MS, type Task } from './job.ts';
import { MAX_QUERY_BYTES } from './question-template.ts';
import { classifyReply, impossible, type Settlement, timedOut } from './reply-class.ts';
import type { Transport, TransportHost } from './transport.ts';
import { createWindow, MIN_SENDINGS } from './window.ts';

/** Each socket has its own random port (RFC 5452); the buffer of a single one would overflow sooner. */
const SOCKETS = 4;
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
/** Enough for an overloaded resolver that answers one question in ten. */
const MAX_SENDINGS = 24;
/** On a path that loses many, a question may take this long, and longer while the resolver answers others. */
const LOSSY_TIMEOUT_MS = 20_000;
/** If the servers of a zone do not answer, the resolver is still busy with the question: asking it again is useless. */
const UNANSWERED_WAIT_MS = 1000;
/** A resolver that has answered nothing, not even this many root questions, is considered dead. */
const ROOT_QUESTION_EVERY_MS = 500;
const MAX_ROOT_QUESTIONS = 4;

/** A question that waits for an answer or for its retransmission. */
interface PendingQuery {
  readonly task: Task;
  readonly slot: SocketSlot;
  readonly id: number;
  sentAtMs: number;
  sendings: number;
  /** True if it counts in the window; for zones whose servers do not answer, the zone's own window is limit enough. */
  isCounted: boolean;
  isOverdue: boolean;
  isOver: boolean;
}

interface SocketSlot {
  readonly socket: Socket;
  readonly pending: (PendingQuery | undefined)[];
}

const BULK_BY_UDP = { service: 'dns', transport: 'udp', isOperators: true } as const;

/** Questions over UDP: several connected sockets, one adaptive window, one queue for overdue questions. */
export class UdpTransport implements Transport {
  readonly #server: ResolverAddress;
  readonly #host: TransportHost;
  readonly #slots: SocketSlot[];
  readonly #window = createWindow();
  /** Questions sent, oldest first; those settled since then are skipped. */
  #sent: PendingQuery[] = [];
  #sentHead = 0;
  #overdue: PendingQuery[] = [];
  #inFlight = 0;
  #unsettled = 0;
  #nextSlot = 0;
  #connected = 0;
  #rootQuestionsAsked = 0;
  #rootAskedAtMs = -Infinity;
  #rootQuestionId = -1;
  #repliedAtMs = -Infinity;
  #hasEdns = true;
  #isClosed = false;

  constructor(server: ResolverAddress, host: TransportHost) {
    this.#server = server;
    this.#host = host;
    this.#slots = Array.from({ length: SOCKETS }, () => this.#openSlot());
  }

  get unsettled(): number {
    return this.#unsettled;
  }

  fill(): void {
    if (this.#connected < SOCKETS || this.#isClosed) return;
    // Questions waiting for retransmission do not count in the window, but their number must be limited too.
    while (this.#unsettled < 4 * this.#window.size + 1000) {
      const task = this.#host.take(Math.max(0, this.#window.size - this.#inFlight));
      if (task === null) return;
      this.#begin(task);
    }
  }

  tick(nowMs: number): void {
    this.#findOverdue(nowMs);
    if (this.#repliedAtMs === -Infinity) this.#askRootQuestion(nowMs);
    if (this.#isClosed) return;
    // A single zone gets at most four fifths of the window, so 0.7 of it counts as full.
    this.#window.adapt(nowMs, this.#inFlight >= this.#window.size * 0.7, this.#host.tolerated);
    this.#sendAgain(nowMs);
    this.fill();
  }

  close(): Task[] {
    if (this.#isClosed) return [];
    this.#isClosed = true;
    const tasks = this.#slots.flatMap(({ pending }) => pending.flatMap((query) => query?.task ?? []));
    for (const { pending } of this.#slots) {
      for (const query of pending) if (query !== undefined) this.#leaveWindow(query);
    }
    for (const { socket } of this.#slots) socket.close();
    this.#unsettled = 0;
    return tasks;
  }

  #openSlot(): SocketSlot {
    const family = isIPv6(this.#server.address) ? 6 : 4;
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
      lookup: (address, _options, callback) => callback(null, address, family),
    });
    const slot: SocketSlot = { socket, pending: [] };
    socket.on('error', (error) => this.#fail(error));
    socket.on('message', (datagram) => this.#receive(slot, datagram));
    socket.on('connect', () => {
      this.#connected += 1;
      this.fill();
    });
    socket.connect(this.#server.port, this.#server.address);
    return slot;
  }

  #begin(task: Task): void {
    const slot = this.#slots[this.#nextSlot] as SocketSlot;
    this.#nextSlot = (this.#nextSlot + 1) % SOCKETS;
    const query = {
      task,
      slot,
      id: freeId(slot),
      sentAtMs: 0,
      sendings: 0,
      isCounted: false,
      isOverdue: false,
      isOver: false,
    };
    slot.pending[query.id] = query;
    this.#unsettled += 1;
    this.#send(query);
  }

  #send(query: PendingQuery): void {
    const { task, slot, id } = query;
    const end = task.job.templateFor(this.#hasEdns).write(scratch, 0, id, task.prefix);
    if (end === -1) {
      this.#settle(query, impossible);
      return;
    }
    query.sentAtMs = performance.now();
    query.sendings += 1;
    query.isOverdue = false;
    query.isCounted = task.job.zone.isAnswering;
    if (query.isCounted) {
      this.#inFlight += 1;
      task.job.zone.inFlight += 1;
    }
    this.#sent.push(query);
    // No callback; a copy, since the system may read it later.
    const octets = Buffer.from(scratch.subarray(0, end));
    task.recorded ??= task.job.tap?.begin({ ...BULK_BY_UDP, peer: this.#server });
    task.recorded?.sent(octets);
    slot.socket.send(octets);
  }

  #receive(slot: SocketSlot, datagram: Buffer): void {
    if (datagram.length < HEADER_OCTETS || this.#isClosed) return;
    const id = datagram.readUInt16BE(0);
    const query = slot.pending[id];
    if (query === undefined) {
      // Any reply shows that the resolver is alive.
      if (id === this.#rootQuestionId && slot === this.#slots[0]) this.#repliedAtMs = performance.now();
      return;
    }
    const { task } = query;
    const replyClass = classifyReply(datagram, task.job.templateFor(this.#hasEdns), task.prefix);
    if (replyClass === null) return;
    task.recorded?.received(datagram);
    this.#repliedAtMs = performance.now();
    // After a retransmission, it is unknown which transmission was answered (Karn's algorithm).
    if (query.sendings === 1) this.#window.measure(this.#repliedAtMs - query.sentAtMs);
    this.#window.count(query.isOverdue ? 'late' : 'answered');
    if (replyClass.kind === 'no-edns') this.#withoutEdns(query, replyClass.reason);
    else this.#settle(query, replyClass);
    this.fill();
  }

  #withoutEdns(query: PendingQuery, reason: FailureReason): void {
    const isFirst = this.#hasEdns;
    this.#hasEdns = false;
    this.#remove(query);
    if (isFirst || query.sendings < MAX_SENDINGS) this.#host.putBack(query.task);
    else this.#host.settle(query.task, { kind: 'failure', reason });
  }

  #settle(query: PendingQuery, settlement: Settlement): void {
    this.#remove(query);
    this.#host.settle(query.task, settlement);
  }

  #remove(query: PendingQuery): void {
    this.#leaveWindow(query);
    query.isOver = true;
    query.slot.pending[query.id] = undefined;
    this.#unsettled -= 1;
  }

  #findOverdue(nowMs: number): void {
    const before = nowMs - this.#window.timeoutMs;
    for (; this.#sentHead < this.#sent.length; this.#sentHead += 1) {
      const query = this.#sent[this.#sentHead] as PendingQuery;
      if (query.isOver) continue;
      if (query.sentAtMs > before) break;
      // Losses caused by dead name servers reveal nothing about the path to the resolver.
      if (query.isCounted) {
        this.#window.count('lost');
        this.#host.miss(query.task);
      }
      this.#leaveWindow(query);
      query.isOverdue = true;
      this.#overdue.push(query);
    }
    this.#sent = this.#sent.slice(this.#sentHead);
    this.#sentHead = 0;
  }

  #leaveWindow(query: PendingQuery): void {
    if (!query.isCounted) return;
    query.isCounted = false;
    this.#inFlight -= 1;
    query.task.job.zone.inFlight -= 1;
  }

  #askRootQuestion(nowMs: number): void {
    const [slot] = this.#slots;
    if (this.#connected < SOCKETS || nowMs - this.#rootAskedAtMs < ROOT_QUESTION_EVERY_MS || slot === undefined) return;
    if (this.#rootQuestionsAsked === MAX_ROOT_QUESTIONS) {
      this.#host.giveUp('timeout');
      return;
    }
    this.#rootQuestionsAsked += 1;
    this.#rootAskedAtMs = nowMs;
    this.#rootQuestionId = freeId(slot);
    slot.socket.send(encodeRootQuestion(this.#rootQuestionId));
  }

  /** Sends again after a further wait, longer each time, during which a late answer still counts. */
  #sendAgain(nowMs: number): void {
    const waiting = this.#overdue;
    this.#overdue = [];
    for (const query of waiting) {
      if (query.isOver) continue;
      if (query.task.job.isOver) this.#settle(query, timedOut);
      else if (nowMs - query.sentAtMs < this.#waitMs(query)) this.#overdue.push(query);
      else if (this.#isTimeOver(query, nowMs)) this.#settle(query, timedOut);
      else if (query.task.job.zone.isAnswering && this.#inFlight >= this.#window.size) this.#overdue.push(query);
      else if (!this.#host.mayRepeat(query.task)) this.#overdue.push(query);
      else this.#send(query);
    }
  }

  #waitMs({ sendings, task }: PendingQuery): number {
    const waitMs = this.#window.timeoutMs * (1 + 0.5 * Math.min(sendings, 6));
    return task.job.zone.isAnswering ? waitMs : Math.max(waitMs, UNANSWERED_WAIT_MS);
  }

  #isTimeOver({ sendings, task }: PendingQuery, nowMs: number): boolean {
    if (sendings >= MAX_SENDINGS) return true;
    const waitedMs = nowMs - task.askedAtMs;
    if (waitedMs <= QUESTION_TIMEOUT_MS || sendings < MIN_SENDINGS) return false;
    const isSilent = waitedMs > LOSSY_TIMEOUT_MS && nowMs - this.#repliedAtMs > QUESTION_TIMEOUT_MS;
    return isSilent || sendings >= this.#window.leastSendings;
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#host.giveUp(systemFailure(error, `${this.#server.address} port ${this.#server.port}`).reason);
  }
}

const scratch = Buffer.alloc(MAX_QUERY_BYTES);
const randomIds = new Uint16Array(2048);
let nextRandom = randomIds.length;

/** An unpredictable id (RFC 5452 section 4.3) that is not in use on this socket. */
function freeId(slot: SocketSlot): number {
  for (;;) {
    if (nextRandom >= randomIds.length) {
      randomFillSync(randomIds);
      nextRandom = 0;
    }
    const id = randomIds[nextRandom] ?? 0;
    nextRandom += 1;
    if (slot.pending[id] === undefined) return id;
  }
}
