import { randomFillSync } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { HEADER_OCTETS } from '../../protocols/dns-message/header.ts';
import type { ResolverAddress } from '../settings.ts';
import { systemFailure } from '../system-failure.ts';
import { QUESTION_TIMEOUT_MS, type Task } from './job.ts';
import { MAX_QUERY_BYTES } from './question-template.ts';
import { impossible, readVerdict, type Settlement, timedOut } from './read-verdict.ts';
import { signOfLifeQuery } from './sign-of-life.ts';
import type { Transport, TransportHost } from './transport.ts';
import { createWindow } from './window.ts';

/** Each has a random port of its own (RFC 5452), and one socket's buffer would overflow sooner. */
const SOCKETS = 4;
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
/** Enough for a resolver that lets one question in ten through, as long as it was asked too much. */
const MAX_SENDINGS = 24;
/** A question that has had its time is sent so often at least: datagrams get lost. */
const MIN_SENDINGS = 6;
/** Where the servers of a zone do not answer, the resolver is still busy with the question: asking again helps nobody. */
const UNANSWERED_WAIT_MS = 1000;
/** A resolver that has given no answer and no sign of life, asked for so often, is not there. */
const SIGN_OF_LIFE_EVERY_MS = 500;
const MAX_SIGNS_OF_LIFE = 4;

/** A question that waits for an answer, or to be sent again. */
interface Flight {
  readonly task: Task;
  readonly line: Line;
  readonly id: number;
  sentAtMs: number;
  sendings: number;
  /** It holds a place in the window; below servers that do not answer the window of the zone is limit enough. */
  isCounted: boolean;
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
  #signsAskedFor = 0;
  #signAskedForAtMs = -Infinity;
  #signOfLifeId = -1;
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
    // Those that wait to be sent again hold no place in the window, but there must not be ever more of them.
    while (this.#underWay < 4 * this.#window.size + 1000) {
      const task = this.#host.take(Math.max(0, this.#window.size - this.#flying));
      if (task === null) return;
      this.#begin(task);
    }
  }

  tick(nowMs: number): void {
    this.#findOverdue(nowMs);
    if (!this.#wasHeard) this.#askForSignOfLife(nowMs);
    if (this.#isClosed) return;
    // One zone alone gets four fifths of the window.
    this.#window.adapt(nowMs, this.#flying >= this.#window.size * 0.7, this.#host.tolerated);
    this.#sendAgain(nowMs);
    this.fill();
  }

  close(): Task[] {
    if (this.#isClosed) return [];
    this.#isClosed = true;
    const tasks = this.#lines.flatMap(({ flights }) => flights.flatMap((flight) => flight?.task ?? []));
    for (const { flights } of this.#lines) {
      for (const flight of flights) if (flight !== undefined) this.#land(flight);
    }
    for (const { socket } of this.#lines) socket.close();
    this.#underWay = 0;
    return tasks;
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
    const flight = {
      task,
      line,
      id: freeId(line),
      sentAtMs: 0,
      sendings: 0,
      isCounted: false,
      isOverdue: false,
      isOver: false,
    };
    line.flights[flight.id] = flight;
    this.#underWay += 1;
    this.#send(flight);
  }

  #send(flight: Flight): void {
    const { task, line, id } = flight;
    const end = task.job.templateFor(this.#hasEdns).write(scratch, 0, id, task.prefix);
    if (end === -1) {
      this.#settle(flight, impossible);
      return;
    }
    flight.sentAtMs = performance.now();
    flight.sendings += 1;
    flight.isOverdue = false;
    flight.isCounted = task.job.zone.isAnswering;
    if (flight.isCounted) {
      this.#flying += 1;
      task.job.zone.inFlight += 1;
    }
    this.#sent.push(flight);
    // Without a callback; a copy, since the system may read it later.
    line.socket.send(Buffer.from(scratch.subarray(0, end)));
  }

  #receive(line: Line, datagram: Buffer): void {
    if (datagram.length < HEADER_OCTETS || this.#isClosed) return;
    const id = datagram.readUInt16BE(0);
    const flight = line.flights[id];
    if (flight === undefined) {
      // Whatever it says: it is there.
      if (id === this.#signOfLifeId && line === this.#lines[0]) this.#wasHeard = true;
      return;
    }
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
    this.#land(flight);
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
      // What is lost below dead servers says nothing about the way to the resolver.
      if (flight.isCounted) {
        this.#window.count('lost');
        this.#host.miss(flight.task);
      }
      this.#land(flight);
      flight.isOverdue = true;
      this.#overdue.push(flight);
    }
    this.#sent = this.#sent.slice(this.#sentHead);
    this.#sentHead = 0;
  }

  #land(flight: Flight): void {
    if (!flight.isCounted) return;
    flight.isCounted = false;
    this.#flying -= 1;
    flight.task.job.zone.inFlight -= 1;
  }

  #askForSignOfLife(nowMs: number): void {
    const [line] = this.#lines;
    if (this.#connected < SOCKETS || nowMs - this.#signAskedForAtMs < SIGN_OF_LIFE_EVERY_MS || line === undefined)
      return;
    if (this.#signsAskedFor === MAX_SIGNS_OF_LIFE) {
      this.#host.giveUp('timeout');
      return;
    }
    this.#signsAskedFor += 1;
    this.#signAskedForAtMs = nowMs;
    this.#signOfLifeId = freeId(line);
    line.socket.send(signOfLifeQuery(this.#signOfLifeId));
  }

  /** After a further wait, longer each time: until then a late answer still counts. */
  #sendAgain(nowMs: number): void {
    const waiting = this.#overdue;
    this.#overdue = [];
    for (const flight of waiting) {
      if (flight.isOver) continue;
      if (flight.task.job.isOver) this.#settle(flight, timedOut);
      else if (nowMs - flight.sentAtMs < this.#waitMs(flight)) this.#overdue.push(flight);
      else if (hasHadItsTime(flight, nowMs)) this.#settle(flight, timedOut);
      else if (flight.task.job.zone.isAnswering && this.#flying >= this.#window.size) this.#overdue.push(flight);
      else if (!this.#host.mayRepeat(flight.task)) this.#overdue.push(flight);
      else this.#send(flight);
    }
  }

  #waitMs({ sendings, task }: Flight): number {
    const waitMs = this.#window.timeoutMs * (1 + 0.5 * Math.min(sendings, 6));
    return task.job.zone.isAnswering ? waitMs : Math.max(waitMs, UNANSWERED_WAIT_MS);
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#host.giveUp(systemFailure(error, `${this.#server.address} port ${this.#server.port}`).reason);
  }
}

function hasHadItsTime({ sendings, task }: Flight, nowMs: number): boolean {
  const isLate = nowMs - task.askedAtMs > QUESTION_TIMEOUT_MS && sendings >= MIN_SENDINGS;
  return isLate || sendings >= MAX_SENDINGS;
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
