import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { onAbort } from '../../async/signals.ts';
import { decodeFor, workOf } from '../../work/work.ts';
import type { WorkBudget } from '../../work/work-budget.ts';
import { networkClosed } from '../net.ts';
import { tapOf } from '../recording/wire-tap.ts';
import type { ResolverAddress } from '../settings.ts';
import { systemFailure } from '../sockets/system-failure.ts';

interface DatagramQuestion<Reply> {
  readonly server: ResolverAddress;
  /** A DNS query; the id is written into its first two octets. */
  readonly query: Buffer;
  /** Reads a datagram with the right id from the right address and port; null to ignore it. */
  accept(datagram: Buffer): Reply | null;
  /** Called as the datagram is handed to the system. */
  onSent?(): void;
  /** True when the server is one of the operator's resolvers. */
  readonly isOperators: boolean;
}

/**
 * The questions of a lookup are sent together, and a socket for each would cost more than the answers. So a socket takes
 * the questions of one burst, but only few of them and only briefly: an attacker who finds out its random port (RFC 5452)
 * can target 16 questions at most, each with a random id of its own.
 */
const MAX_QUESTIONS_PER_SOCKET = 16;
const BURST_MS = 50;

/** A burst of 16 replies of 4 KiB plus the kernel's overhead, with a margin. The system may grant less. */
const RECEIVE_BUFFER_BYTES = 1024 * 1024;

const DNS_BY_UDP = { service: 'dns', transport: 'udp' } as const;

/** Sends questions by UDP. */
export class UdpSockets {
  readonly #sockets = new Set<BurstSocket>();

  /**
   * Sends the question once and waits for the reply until the signal fires. What is known before it is sent is thrown at once.
   * @throws NetFailure `work-limit`, or when the system reports that the server cannot be reached; the signal's reason
   */
  exchange<Reply>(question: DatagramQuestion<Reply>, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted();
    spendPacket(workOf(signal)?.budget, question.query);
    for (const socket of this.#sockets) if (socket.isOpenTo(question.server)) return socket.exchange(question, signal);
    const socket = new BurstSocket(question.server, (closed) => this.#sockets.delete(closed));
    this.#sockets.add(socket);
    return socket.exchange(question, signal);
  }

  close(): void {
    for (const socket of this.#sockets) socket.fail(networkClosed);
  }
}

interface PendingQuery {
  /** Called before the query is sent. */
  sent(): void;
  readonly query: Buffer;
  receive(datagram: Buffer): void;
  reject(error: unknown): void;
}

/** A connected socket: the kernel drops datagrams from any other address or port. */
class BurstSocket {
  readonly #server: ResolverAddress;
  readonly #socket: Socket;
  readonly #onClose: (socket: BurstSocket) => void;
  readonly #openedAtMs = performance.now();
  readonly #pending = new Map<number, PendingQuery>();
  readonly #usedIds = new Set<number>();
  #isConnected = false;
  #isClosed = false;
  readonly #onSent = (error: Error | null) => {
    if (error !== null) this.#failBySystem(error);
  };

  constructor(server: ResolverAddress, onClose: (socket: BurstSocket) => void) {
    this.#server = server;
    this.#onClose = onClose;
    const family = isIPv6(server.address) ? 6 : 4;
    this.#socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
      // Only literal addresses get here; the system's resolver must never be asked.
      lookup: (address, _options, callback) => callback(null, address, family),
    });
    this.#socket.on('error', (error) => this.#failBySystem(error));
    this.#socket.on('message', (datagram) => this.#receive(datagram));
    this.#socket.on('connect', () => this.#sendPending());
    this.#socket.connect(server.port, server.address);
    // Node connects at once and says so later; a question that is sent at once is answered while the next ones are written.
    this.#isConnected = isConnected(this.#socket);
  }

  isOpenTo(server: ResolverAddress): boolean {
    return (
      !this.#isClosed &&
      this.#server.address === server.address &&
      this.#server.port === server.port &&
      this.#usedIds.size < MAX_QUESTIONS_PER_SOCKET &&
      performance.now() - this.#openedAtMs < BURST_MS
    );
  }

  exchange<Reply>(
    { query, accept, onSent, isOperators }: DatagramQuestion<Reply>,
    signal: AbortSignal,
  ): Promise<Reply> {
    const id = this.#freshId();
    query.writeUInt16BE(id, 0);
    const recorded = tapOf(signal)?.begin({ ...DNS_BY_UDP, peer: this.#server, isOperators });
    const budget = workOf(signal)?.budget;
    const sent = () => {
      recorded?.sent(query);
      onSent?.();
    };
    return new Promise<Reply>((resolve, reject) => {
      const detach = onAbort(signal, () => {
        this.#forget(id);
        recorded?.end(signal.reason);
        reject(signal.reason);
      });
      this.#pending.set(id, {
        sent,
        query,
        receive: (datagram) => {
          recorded?.received(datagram);
          budget?.note('octetsIn', datagram.length);
          try {
            const reply = decodeFor(signal, () => accept(datagram));
            if (reply === null) return;
            resolve(reply);
          } catch (error) {
            // A bug in the reader ends this question, not the process; so does a limit.
            reject(error);
          }
          recorded?.end();
          detach();
          this.#forget(id);
        },
        reject: (error) => {
          recorded?.end(error);
          detach();
          reject(error);
        },
      });
      if (this.#isConnected) this.#send({ query, sent });
    });
  }

  /** Fails every question and closes the socket. */
  fail(error: unknown): void {
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    this.#close();
    for (const { reject } of failed) reject(error);
  }

  /** An ICMP error caused by one datagram is reported by the next send; without a callback, Node drops it. */
  #send({ query, sent }: Pick<PendingQuery, 'query' | 'sent'>): void {
    sent();
    this.#socket.send(query, this.#onSent);
  }

  #failBySystem(error: Error): void {
    this.fail(systemFailure(error, `${this.#server.address} port ${this.#server.port}`));
  }

  #receive(datagram: Buffer): void {
    if (datagram.length < 2) return;
    this.#pending.get(datagram.readUInt16BE(0))?.receive(datagram);
  }

  #sendPending(): void {
    if (this.#isClosed || this.#isConnected) return;
    this.#isConnected = true;
    for (const pending of this.#pending.values()) this.#send(pending);
  }

  #forget(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
    this.#onClose(this);
  }

  /** Never repeats on one socket, so that a late reply to an abandoned question cannot answer another one. */
  #freshId(): number {
    const id = randomInt(0x1_0000);
    if (this.#usedIds.has(id)) return this.#freshId();
    this.#usedIds.add(id);
    return id;
  }
}

function isConnected(socket: Socket): boolean {
  try {
    socket.remoteAddress();
    return true;
  } catch {
    // It is not connected yet.
    return false;
  }
}

/** @throws NetFailure `work-limit` */
function spendPacket(budget: WorkBudget | undefined, query: Buffer): void {
  budget?.spend('octetsOut', query.length);
  budget?.spend('packets');
}
