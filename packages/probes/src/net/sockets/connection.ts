// net/sockets/: TCP connections to checked addresses, and code shared by all sockets.

import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
import { withDeadline } from '../../async/deadline.ts';
import { firstInTurn } from '../../async/first-in-turn.ts';
import { linkSignals, onAbort } from '../../async/signals.ts';
import { workOf } from '../../work/work.ts';
import { parseAddress } from '../guard/ip-address.ts';
import { type Connection, type ConnectLimits, type GuardedAddress, NetFailure } from '../net.ts';
import { RecordedSocket } from '../recording/recorded-socket.ts';
import { type ExchangeStart, type TappedExchange, tapOf } from '../recording/wire-tap.ts';
import { countOctets } from './count-octets.ts';
import { refuseLookup } from './refuse-lookup.ts';
import { systemFailure } from './system-failure.ts';

/** Milliseconds an address is tried alone before the next is tried beside it (RFC 8305 section 5). */
const HEAD_START_MS = 250;
/** At most this many addresses of one host are contacted, so as not to burden it. */
const MAX_ADDRESSES = 6;

export interface Connected {
  readonly socket: Duplex;
  readonly address: GuardedAddress;
  /** Milliseconds that the TCP handshake took. */
  readonly handshakeMs: number;
  /** The recording of the connection, if any. */
  readonly recorded: TappedExchange | undefined;
  /** Counts the octets since the last call for the lookup, if it has limits. @throws NetFailure `work-limit` */
  readonly count?: (() => void) | undefined;
}

/** What a connection is for, as noted in its recording. */
export type Purpose = Pick<ExchangeStart, 'service' | 'host' | 'isOperators' | 'withheld'>;

export interface SocketLimits extends Omit<ConnectLimits, 'maxBytes'> {
  readonly purpose: Purpose;
}

/**
 * Connects to the first of the addresses that answers, preferring IPv6. The connection stays open until it is closed, its
 * limit is exceeded or one of the signals fires.
 * @throws NetFailure when no address can be connected to in time, or the reason of the signal
 */
export async function connectToFirst(
  addresses: readonly GuardedAddress[],
  port: number,
  limits: ConnectLimits & SocketLimits,
  parents: readonly AbortSignal[],
): Promise<Connection> {
  return createConnection(await openSocket(addresses, port, limits, parents), port, limits, parents);
}

/** The bare socket of such a connection. The caller owns it and must close it when a signal fires later. */
export async function openSocket(
  addresses: readonly GuardedAddress[],
  port: number,
  { connectTimeoutMs: timeoutMs, admit, purpose }: SocketLimits,
  parents: readonly AbortSignal[],
): Promise<Connected> {
  const failures: unknown[] = [];
  const started: Promise<unknown>[] = [];
  const deadline = { timeoutMs, what: `connecting to port ${port}` };
  const connected = await withDeadline(deadline, parents, (signal) => {
    const attempts = alternate(addresses).map((address, index, all) => ({
      headStartMs: index === all.length - 1 ? timeoutMs : HEAD_START_MS,
      start: (attemptSignal: AbortSignal) => {
        const attempt = connectAdmitted(address, port, attemptSignal, purpose, admit);
        started.push(attempt);
        return attempt.catch(async (error: unknown) => {
          failures.push(error);
          // When the last attempt fails, earlier ones may still succeed.
          if (started.length === all.length) await Promise.allSettled(started);
          throw error;
        });
      },
    }));
    return firstInTurn(attempts, signal, ({ socket }) => socket.destroy());
  });
  if (connected !== null) return connected;
  throw mostTelling(failures) ?? new NetFailure('timeout', `no connection to port ${port}`);
}

/** Alternates IPv6, IPv4, IPv6 … (RFC 8305 section 4), so that a broken family costs only one head start. */
function alternate(addresses: readonly GuardedAddress[]): GuardedAddress[] {
  const sixes = addresses.filter(({ family }) => family === 6);
  const fours = addresses.filter(({ family }) => family === 4);
  const pairs = Array.from({ length: Math.max(sixes.length, fours.length) }, (_, index) => [
    sixes[index],
    fours[index],
  ]);
  return pairs
    .flat()
    .filter((address) => address !== undefined)
    .slice(0, MAX_ADDRESSES);
}

/** A missing route for one family is less informative than the failure of the other. */
function mostTelling(failures: readonly unknown[]): unknown {
  return failures.find((one) => !(one instanceof NetFailure && one.reason === 'unreachable')) ?? failures[0];
}

async function connectAdmitted(
  address: GuardedAddress,
  port: number,
  signal: AbortSignal,
  purpose: Purpose,
  admit: ConnectLimits['admit'],
): Promise<Connected> {
  if (admit !== undefined) {
    await admit(address, signal);
    signal.throwIfAborted();
  }
  const budget = workOf(signal)?.budget;
  budget?.spend('connections');
  const peer = { address: address.address, port };
  const recorded = tapOf(signal)?.begin({ ...purpose, transport: 'tcp', peer });
  const { socket, handshakeMs } = await connectPinned(address, port, signal).catch((error: unknown) => {
    recorded?.end(error);
    throw error;
  });
  recorded?.opened();
  const count = budget === undefined ? undefined : countOctets(socket, budget);
  const stream = recorded === undefined ? socket : new RecordedSocket(socket, recorded);
  return { socket: stream, address, handshakeMs, recorded, count };
}

function connectPinned(
  address: GuardedAddress,
  port: number,
  signal: AbortSignal,
): Promise<{ readonly socket: Socket; readonly handshakeMs: number }> {
  const where = `${address.address} port ${port}`;
  return new Promise((resolve, reject) => {
    const startedAtMs = performance.now();
    const socket = connect({
      host: address.address,
      port,
      family: address.family,
      autoSelectFamily: false,
      noDelay: true,
      lookup: refuseLookup,
    });
    const detach = onAbort(signal, () => {
      socket.destroy();
      reject(signal.reason);
    });
    // The listener stays until the end: errors after the result must not become uncaught.
    socket.on('error', (error) => {
      detach();
      reject(systemFailure(error, where));
    });
    socket.once('connect', () => {
      detach();
      const handshakeMs = performance.now() - startedAtMs;
      if (isSameAddress(socket.remoteAddress, address)) return resolve({ socket, handshakeMs });
      socket.destroy();
      reject(new NetFailure('special-use', `${where}: connected to ${socket.remoteAddress} instead`));
    });
  });
}

function isSameAddress(text: string | undefined, { address }: GuardedAddress): boolean {
  const actual = text === undefined ? null : parseAddress(text);
  const wanted = parseAddress(address);
  return actual !== null && actual.family === wanted?.family && actual.value === wanted.value;
}

function createConnection(
  { socket, address, recorded, count }: Connected,
  port: number,
  { maxBytes }: ConnectLimits,
  parents: readonly AbortSignal[],
): Connection {
  const { signal, release } = linkSignals(parents);
  const where = `${address.address} port ${port}`;
  // Reading one chunk at a time lets the kernel slow the sender down when the reader is slow.
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let receivedBytes = 0;
  let isClosed = false;
  const detach = onAbort(signal, () => socket.destroy());
  socket.once('close', () => {
    detach();
    release();
  });
  const failureOf = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (isClosed) return new NetFailure('reset', `${where}: closed by us`);
    return systemFailure(error, where);
  };

  return {
    address,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        count?.();
        socket.write(bytes, (error) => (error ? reject(failureOf(error)) : resolve()));
      }),
    read: async () => {
      const next = await chunks.next().catch((error: unknown) => {
        throw failureOf(error);
      });
      if (signal.aborted) throw signal.reason;
      if (next.done === true) return null;
      count?.();
      receivedBytes += next.value.length;
      if (receivedBytes <= maxBytes) return next.value;
      socket.destroy();
      throw new NetFailure('too-large', `${where}: more than ${maxBytes} bytes`);
    },
    ...(recorded && { usedFor: (purpose: EvidencePurpose) => recorded.usedFor(purpose) }),
    close: () => {
      isClosed = true;
      socket.destroy();
    },
  };
}
