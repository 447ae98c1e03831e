import { connect, type Socket } from 'node:net';
import { withDeadline } from '../async/deadline.ts';
import { linkSignals, onAbort } from '../async/signals.ts';
import { firstInTurn } from './first-in-turn.ts';
import { parseAddress } from './ip-address.ts';
import { type Connection, type ConnectLimits, type GuardedAddress, NetFailure } from './net.ts';
import { systemFailure } from './system-failure.ts';
import { refuseLookup } from './tcp-exchange.ts';

/** The head start of an address before the next is tried beside it (RFC 8305 section 5). */
const HEAD_START_MS = 250;
/** Manners: a host with many addresses is not knocked at everywhere. */
const MAX_ADDRESSES = 6;

export interface Connected {
  readonly socket: Socket;
  readonly address: GuardedAddress;
}

/**
 * Connects to the first of the addresses that answers, IPv6 first, and hands out the connection. It lives until it is
 * closed, its limit is passed or one of the signals fires.
 * @throws NetFailure when no address can be connected to in time, or the reason of the signal.
 */
export async function connectToFirst(
  addresses: readonly GuardedAddress[],
  port: number,
  limits: ConnectLimits,
  parents: readonly AbortSignal[],
): Promise<Connection> {
  return createConnection(await openSocket(addresses, port, limits, parents), limits, parents);
}

/** The socket of such a connection. It belongs to the caller, who ends it when a signal fires later. */
export async function openSocket(
  addresses: readonly GuardedAddress[],
  port: number,
  { connectTimeoutMs: timeoutMs, admit }: Omit<ConnectLimits, 'maxBytes'>,
  parents: readonly AbortSignal[],
): Promise<Connected> {
  const failures: unknown[] = [];
  const attempts: Promise<unknown>[] = [];
  const deadline = { timeoutMs, what: `connecting to port ${port}` };
  const connected = await withDeadline(deadline, parents, (signal) => {
    const turns = alternate(addresses).map((address, index, all) => ({
      patienceMs: index === all.length - 1 ? timeoutMs : HEAD_START_MS,
      start: (turnSignal: AbortSignal) => {
        const attempt = connectAdmitted(address, port, turnSignal, admit);
        attempts.push(attempt);
        return attempt.catch(async (error: unknown) => {
          failures.push(error);
          // The failure of the last is the end only when it is the last to fail.
          if (attempts.length === all.length) await Promise.allSettled(attempts);
          throw error;
        });
      },
    }));
    return firstInTurn(turns, signal, ({ socket }) => socket.destroy());
  });
  if (connected !== null) return connected;
  throw mostTelling(failures) ?? new NetFailure('timeout', `no connection to port ${port}`);
}

/** IPv6, IPv4, IPv6 … (RFC 8305 section 4), so that a broken family costs one head start only. */
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

/** A missing route of one family says less than what the other met. */
function mostTelling(failures: readonly unknown[]): unknown {
  return failures.find((one) => !(one instanceof NetFailure && one.reason === 'unreachable')) ?? failures[0];
}

async function connectAdmitted(
  address: GuardedAddress,
  port: number,
  signal: AbortSignal,
  admit: ConnectLimits['admit'],
): Promise<Connected> {
  if (admit !== undefined) {
    await admit(address, signal);
    signal.throwIfAborted();
  }
  return connectPinned(address, port, signal);
}

function connectPinned(address: GuardedAddress, port: number, signal: AbortSignal): Promise<Connected> {
  const where = `${address.address} port ${port}`;
  return new Promise((resolve, reject) => {
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
    // The listener stays for good: errors after the end must not become uncaught.
    socket.on('error', (error) => {
      detach();
      reject(systemFailure(error, where));
    });
    socket.once('connect', () => {
      detach();
      if (isSameAddress(socket.remoteAddress, address)) return resolve({ socket, address });
      socket.destroy();
      reject(new NetFailure('special_use', `${where}: connected to ${socket.remoteAddress} instead`));
    });
  });
}

function isSameAddress(text: string | undefined, { address }: GuardedAddress): boolean {
  const actual = text === undefined ? null : parseAddress(text);
  const wanted = parseAddress(address);
  return actual !== null && actual.family === wanted?.family && actual.value === wanted.value;
}

function createConnection(
  { socket, address }: Connected,
  { maxBytes }: ConnectLimits,
  parents: readonly AbortSignal[],
): Connection {
  const { signal, release } = linkSignals(parents);
  const where = `${address.address} port ${socket.remotePort}`;
  // Reading chunk by chunk lets the kernel slow the sender down when nobody reads.
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
        socket.write(bytes, (error) => (error ? reject(failureOf(error)) : resolve()));
      }),
    read: async () => {
      const next = await chunks.next().catch((error: unknown) => {
        throw failureOf(error);
      });
      if (signal.aborted) throw signal.reason;
      if (next.done === true) return null;
      receivedBytes += next.value.length;
      if (receivedBytes <= maxBytes) return next.value;
      socket.destroy();
      throw new NetFailure('too_large', `${where}: more than ${maxBytes} bytes`);
    },
    close: () => {
      isClosed = true;
      socket.destroy();
    },
  };
}
