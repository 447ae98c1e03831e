import { randomFillSync } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { ResolverAddress } from '../settings.ts';
import { systemFailure } from '../system-failure.ts';
import type { Task } from './job.ts';
import { MAX_QUERY_BYTES } from './question-template.ts';
import { nothing, readVerdict, type Settlement, timedOut } from './read-verdict.ts';
import type { Transport, TransportHost } from './transport.ts';
import { createWindow } from './window.ts';

/** Each has a random port of its own (RFC 5452), and one socket's buffer would overflow sooner. */
const SOCKETS = 4;
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
const MAX_SENDINGS = 12;
/** A resolver that was never heard after so many is not there. */
const MAX_UNHEARD = 120;

/** A question that waits for an answer, or to be sent again. */
interface Flight {
  readonly task: Task;
  readonly line: Line;
  readonly id: number;
  sentAtMs: number;
  sendings: number;
  isOverdue: boolean;
  isOver: boolean;
}

interface Line {
  readonly socket: Socket;
  readonly flights: (Flight | undefined)[];
}

/** Questions by UDP: several connected sockets, one adaptive window, one queue for all that is overdue. */
export class UdpTransport implements Transport {
  readonly #server: ResolverAddress;
  readonly #host: TransportHost;
  readonly #lines: Line[];
  readonly #window = createWindow();
  /** Sent and not answered, oldest first; what was settled since is passed over. */
  #sent: Flight[] = [];
  #sentHead = 0;
  #overdue: Flight[] = [];
  #flying = 0;
  #underWay = 0;
  #nextLine = 0;
  #connected = 0;
  #unheard = 0;
  #wasHeard = false;
  #hasEdns = true;
  #isClosed = false;

  constructor(server: ResolverAddress, host: TransportHost) {
    this.#server = server;
    this.#host = host;
    this.#lines = Array.from({ length: SOCKETS }, () => this.#openLine());
  }

  get underWay(): number {
    return this.#underWay;
  }

  fill(): void {
    if (this.#connected < SOCKETS || this.#isClosed) return;
    while (this.#hasRoom()) {
      const task = this.#host.take();
      if (task === null) return;
      this.#begin(task);
    }
  }

  tick(nowMs: number): void {
    this.#findOverdue(nowMs);
    if (this.#isClosed) return;
    this.#window.adapt(nowMs, this.#flying >= this.#window.size * 0.8);
    this.#sendAgain(nowMs);
    this.fill();
  }

  close(): Task[] {
    if (this.#isClosed) return [];
    this.#isClosed = true;
    const tasks = this.#lines.flatMap(({ flights }) => flights.flatMap((flight) => flight?.task ?? []));
    for (const { socket } of this.#lines) socket.close();
    this.#underWay = 0;
    return tasks;
  }

  /** Those that wait to be sent again hold no place in the window, but there must not be ever more of them. */
  #hasRoom(): boolean {
    return this.#flying < this.#window.size && this.#underWay < 4 * this.#window.size + 1000;
  }

  #openLine(): Line {
    const family = isIPv6(this.#server.address) ? 6 : 4;
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
      lookup: (address, _options, callback) => callback(null, address, family),
    });
    const line: Line = { socket, flights: [] };
    socket.on('error', (error) => this.#fail(error));
    socket.on('message', (datagram) => this.#receive(line, datagram));
    socket.on('connect', () => {
      this.#connected += 1;
      this.fill();
    });
    socket.connect(this.#server.port, this.#server.address);
    return line;
  }

  #begin(task: Task): void {
    const line = this.#lines[this.#nextLine] as Line;
    this.#nextLine = (this.#nextLine + 1) % SOCKETS;
    const flight = { task, line, id: freeId(line), sentAtMs: 0, sendings: 0, isOverdue: false, isOver: false };
    line.flights[flight.id] = flight;
    this.#underWay += 1;
    this.#send(flight);
  }

  #send(flight: Flight): void {
    const { task, line, id } = flight;
    const end = task.job.templateFor(this.#hasEdns).write(scratch, 0, id, task.prefix);
    if (end === -1) {
      this.#settle(flight, nothing);
      return;
    }
    flight.sentAtMs = performance.now();
    flight.sendings += 1;
    flight.isOverdue = false;
    this.#flying += 1;
    this.#sent.push(flight);
    // Without a callback; a copy, since the system may read it later.
    line.socket.send(Buffer.from(scratch.subarray(0, end)));
  }

  #receive(line: Line, datagram: Buffer): void {
    const flight = datagram.length < 2 ? undefined : line.flights[datagram.readUInt16BE(0)];
    if (flight === undefined || this.#isClosed) return;
    const { task } = flight;
    const verdict = readVerdict(datagram, task.job.templateFor(this.#hasEdns), task.prefix);
    if (verdict === null) return;
    this.#wasHeard = true;
    // Of a question sent twice nobody knows which sending was answered (Karn).
    if (flight.sendings === 1) this.#window.measure(performance.now() - flight.sentAtMs);
    this.#window.count(flight.isOverdue ? 'late' : 'answered');
    if (verdict.kind === 'no-edns') this.#withoutEdns(flight);
    else this.#settle(flight, verdict);
    this.fill();
  }

  #withoutEdns(flight: Flight): void {
    const isFirst = this.#hasEdns;
    this.#hasEdns = false;
    this.#forget(flight);
    if (isFirst || flight.sendings < MAX_SENDINGS) this.#host.putBack(flight.task);
    else this.#host.settle(flight.task, { kind: 'failure', reason: 'invalid_response' });
  }

  #settle(flight: Flight, verdict: Settlement): void {
    this.#forget(flight);
    this.#host.settle(flight.task, verdict);
  }

  #forget(flight: Flight): void {
    if (flight.sendings > 0 && !flight.isOverdue) this.#flying -= 1;
    flight.isOver = true;
    flight.line.flights[flight.id] = undefined;
    this.#underWay -= 1;
  }

  #findOverdue(nowMs: number): void {
    const before = nowMs - this.#window.timeoutMs;
    for (; this.#sentHead < this.#sent.length; this.#sentHead += 1) {
      const flight = this.#sent[this.#sentHead] as Flight;
      if (flight.isOver) continue;
      if (flight.sentAtMs > before) break;
      this.#flying -= 1;
      flight.isOverdue = true;
      this.#overdue.push(flight);
      this.#window.count('lost');
      if (!this.#wasHeard) this.#unheard += 1;
    }
    this.#sent = this.#sent.slice(this.#sentHead);
    this.#sentHead = 0;
    if (this.#unheard >= MAX_UNHEARD) this.#host.giveUp('timeout');
  }

  /** After a further wait, longer each time: until then a late answer still counts. */
  #sendAgain(nowMs: number): void {
    const waiting = this.#overdue;
    this.#overdue = [];
    for (const flight of waiting) {
      if (flight.isOver) continue;
      const isDue = nowMs - flight.sentAtMs > this.#window.timeoutMs * (1 + 0.5 * Math.min(flight.sendings, 6));
      if (!isDue || (this.#flying >= this.#window.size && flight.sendings < MAX_SENDINGS)) this.#overdue.push(flight);
      else if (flight.sendings < MAX_SENDINGS) this.#send(flight);
      else this.#settle(flight, timedOut);
    }
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#host.giveUp(systemFailure(error, `${this.#server.address} port ${this.#server.port}`).reason);
  }
}

const scratch = Buffer.alloc(MAX_QUERY_BYTES);
const randomIds = new Uint16Array(2048);
let nextRandom = randomIds.length;

/** Unpredictable (RFC 5452 section 4.3), and not in use on this socket. */
function freeId(line: Line): number {
  for (;;) {
    if (nextRandom >= randomIds.length) {
      randomFillSync(randomIds);
      nextRandom = 0;
    }
    const id = randomIds[nextRandom] ?? 0;
    nextRandom += 1;
    if (line.flights[id] === undefined) return id;
  }
}
