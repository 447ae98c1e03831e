import { createSocket, type Socket } from 'node:dgram';
import { withDeadline } from '../../async/deadline.ts';
import { onAbort } from '../../async/signals.ts';
import { workOf } from '../../work/work.ts';
import type { WorkBudget } from '../../work/work-budget.ts';
import { type DatagramChannel, type DatagramLimits, type GuardedAddress, NetFailure } from '../net.ts';
import { type TappedExchange, tapOf } from '../recording/wire-tap.ts';
import type { Purpose } from './connection.ts';
import { systemFailure } from './system-failure.ts';

/** A flight of a server, which arrives at once; the system may grant less. */
const RECEIVE_BUFFER_BYTES = 512 * 1024;
/** Connecting a UDP socket sends nothing. */
const OPEN_TIMEOUT_MS = 1000;

interface ChannelOptions {
  readonly limits: DatagramLimits;
  readonly purpose: Purpose;
}

/**
 * Opens a socket for datagrams from and to exactly this address and port; the kernel drops all others.
 * @throws NetFailure, or the reason of the signal
 */
export async function openDatagramChannel(
  address: GuardedAddress,
  port: number,
  { limits, purpose }: ChannelOptions,
  parents: readonly AbortSignal[],
): Promise<DatagramChannel> {
  const [signal] = parents;
  const where = `${address.address} port ${port}`;
  const socket = createSocket({
    type: address.family === 6 ? 'udp6' : 'udp4',
    recvBufferSize: RECEIVE_BUFFER_BYTES,
    // Only literal addresses get here; the system's resolver must never be asked.
    lookup: (literal, _options, callback) => callback(null, literal, address.family),
  });
  const deadline = { timeoutMs: OPEN_TIMEOUT_MS, what: `a socket for ${where}` };
  await withDeadline(deadline, parents, () => connected(socket, address, port, where)).catch((error: unknown) => {
    closeQuietly(socket);
    throw error;
  });
  const peer = { address: address.address, port };
  const recorded = signal && tapOf(signal)?.begin({ ...purpose, transport: 'udp', peer });
  const budget = signal && workOf(signal)?.budget;
  return new SocketChannel({ socket, address, limits, where, recorded, budget }, parents);
}

function connected(socket: Socket, { address }: GuardedAddress, port: number, where: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The listener stays until the end: errors must not become uncaught.
    socket.on('error', (error) => reject(systemFailure(error, where)));
    socket.connect(port, address, resolve);
  });
}

function closeQuietly(socket: Socket): void {
  try {
    socket.close();
  } catch {
    // It was closed before it was connected.
  }
}

interface ChannelParts {
  readonly socket: Socket;
  readonly address: GuardedAddress;
  readonly limits: DatagramLimits;
  readonly where: string;
  readonly recorded: TappedExchange | undefined;
  readonly budget: WorkBudget | undefined;
}

class SocketChannel implements DatagramChannel {
  readonly #parts: ChannelParts;
  readonly #detach: readonly (() => void)[];
  readonly #arrived: Uint8Array[] = [];
  /** Who waits for the next datagram. */
  #wake: (() => void) | null = null;
  /** Why nothing more can be sent or received. */
  #failure: { readonly error: unknown } | null = null;
  #sent = 0;
  #received = 0;
  #receivedBytes = 0;

  constructor(parts: ChannelParts, parents: readonly AbortSignal[]) {
    this.#parts = parts;
    parts.socket.on('message', (datagram) => this.#take(datagram));
    parts.socket.on('error', (error) => this.#fail(systemFailure(error, parts.where)));
    this.#detach = parents.map((parent) => onAbort(parent, () => this.#fail(parent.reason)));
  }

  get address(): GuardedAddress {
    return this.#parts.address;
  }

  get waiting(): number {
    return this.#arrived.length;
  }

  async send(datagram: Uint8Array): Promise<void> {
    const { socket, limits, where, recorded, budget } = this.#parts;
    this.#throwIfOver();
    if (this.#sent >= limits.maxSent) throw new NetFailure('work-limit', `${where}: ${limits.maxSent} datagrams sent`);
    budget?.spend('octetsOut', datagram.length);
    budget?.spend('packets');
    this.#sent += 1;
    recorded?.sent(datagram);
    // An ICMP error caused by an earlier datagram is reported by the next one.
    await new Promise<void>((resolve) => {
      socket.send(datagram, (error) => {
        if (error !== null) this.#fail(systemFailure(error, where));
        resolve();
      });
    });
    this.#throwIfOver();
  }

  async receive(ms: number): Promise<Uint8Array | null> {
    if (this.#arrived.length === 0 && this.#failure === null) await this.#arrival(ms);
    const next = this.#arrived.shift();
    if (next === undefined) this.#throwIfOver();
    return next ?? null;
  }

  close(): void {
    this.#fail(new NetFailure('reset', `${this.#parts.where}: closed by us`), null);
  }

  #throwIfOver(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  #arrival(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), ms);
      this.#wake = () => {
        this.#wake = null;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #take(datagram: Buffer): void {
    if (this.#failure !== null) return;
    const { limits, where, recorded, budget } = this.#parts;
    this.#received += 1;
    this.#receivedBytes += datagram.length;
    recorded?.received(datagram);
    const isTooMuch = this.#received > limits.maxReceived || this.#receivedBytes > limits.maxBytes;
    const failure = isTooMuch ? new NetFailure('too-large', `${where}: more datagrams than expected`) : null;
    const end = budget?.note('octetsIn', datagram.length) ?? failure;
    if (end !== null) {
      this.#fail(end);
      return;
    }
    this.#arrived.push(datagram);
    this.#wake?.();
  }

  /** Ends everything. `outcome`: what the recording notes, null for an orderly end. */
  #fail(error: unknown, outcome: unknown = error): void {
    if (this.#failure !== null) return;
    this.#failure = { error };
    for (const detach of this.#detach) detach();
    this.#parts.recorded?.end(outcome ?? undefined);
    closeQuietly(this.#parts.socket);
    this.#wake?.();
  }
}
