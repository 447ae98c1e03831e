import { randomFillSync } from 'node:crypto';
import { COOKIE_BYTES } from '../../protocols/icmp-message/echo.ts';
import { icmpMeaning } from '../../protocols/icmp-message/meaning-tables.ts';
import { encodeSocketAddress } from '../../protocols/socket-message/socket-address.ts';
import { formatAddress, fromNetworkOrder, toNetworkOrder } from '../ip-address.ts';
import { NetFailure } from '../net.ts';
import { specialUseOf } from '../special-use.ts';
import { type HeardError, type HeardReply, openIcmpSocket } from './icmp-socket.ts';
import type { ClockTime, Libc } from './libc.ts';
import type { PacketNews, PacketSender } from './packet-engine.ts';
import { EngineBroken } from './ping-engine.ts';

interface Flight {
  readonly cookie: Uint8Array;
  readonly destination: Uint8Array;
  readonly sentAt: ClockTime;
  readonly sentAtMs: number;
  readonly onNews: (news: PacketNews) => void;
}

const SEQUENCE_NUMBERS = 0x1_0000;
/** EAGAIN, ENOBUFS: there is no room for the packet right now. */
const FULL = [11, 105];
const EBADF = 9;
/** One target may be one that may not be sent to, such as a broadcast address; so many in a row are not. */
const MAX_REFUSED = 3;

/**
 * Sends echo requests from one socket for all targets. Sequence numbers are the socket's: no two packets that somebody
 * still waits for share one, and a random cookie keeps out what was not sent for them.
 * @throws Error when the socket may not be opened.
 */
export function createIcmpSender(libc: Libc, family: 4 | 6, kind: 'datagram' | 'raw'): PacketSender {
  const flights = new Map<number, Flight>();
  const nextCookie = createCookies();
  /** Addresses that nothing could be sent to, since the last that something was sent to. */
  const refused = new Set<string>();
  let lastSeq = Math.floor(Math.random() * SEQUENCE_NUMBERS);
  const socket = openIcmpSocket(libc, family, kind, {
    onReply: (reply) => {
      const flight = flights.get(reply.seq);
      if (flight === undefined || !isSame(flight.cookie, reply.cookie)) return;
      flight.onNews({ kind: 'reply', timeMs: roundTripMs(flight, reply), ttl: reply.ttl });
    },
    onError: ({ seq, destination, error }) => {
      const flight = flights.get(seq);
      if (flight === undefined || destination === null || !isSame(flight.destination, destination)) return;
      const meaning = meaningOf(family, error);
      if (meaning !== null) flight.onNews({ kind: 'error', meaning, router: routerOf(error.offender) });
    },
  });

  function notSent(address: string, errno: number, onNews: (news: PacketNews) => void): () => void {
    if (FULL.includes(errno)) {
      const tell = setImmediate(() => onNews({ kind: 'error', meaning: 'Not sent, no room here', router: null }));
      return () => clearImmediate(tell);
    }
    refused.add(address);
    if (errno === EBADF || refused.size >= MAX_REFUSED) throw new EngineBroken(`sending to ${address}: errno ${errno}`);
    throw new NetFailure('unreachable', `no way to ${address} from here: errno ${errno}`);
  }

  const nextSeq = (): number => {
    do lastSeq = (lastSeq + 1) % SEQUENCE_NUMBERS;
    while (flights.has(lastSeq));
    return lastSeq;
  };

  return {
    method: 'icmp',
    name: `ICMP ${kind} socket`,
    to: ({ address }) => {
      const destination = toNetworkOrder(address);
      const socketAddress = encodeSocketAddress(destination);
      return (onNews) => {
        const [seq, cookie] = [nextSeq(), nextCookie()];
        const sentAtMs = performance.now();
        const sentAt = socket.send({ seq, cookie }, socketAddress);
        if ('errno' in sentAt) return notSent(address, sentAt.errno, onNews);
        refused.clear();
        flights.set(seq, { cookie, destination, sentAt, sentAtMs, onNews });
        return () => flights.delete(seq);
      };
    },
    look: socket.look,
    close: socket.close,
  };
}

/** Random, and asked of the system for many packets at once. */
function createCookies(): () => Uint8Array {
  const pool = new Uint8Array(COOKIE_BYTES * 256);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += COOKIE_BYTES;
    return pool.slice(at - COOKIE_BYTES, at);
  };
}

/** By the kernel's stamps, unless somebody has set the clock in between. */
function roundTripMs({ sentAt, sentAtMs }: Flight, { receivedAt }: HeardReply): number {
  const passedMs = performance.now() - sentAtMs;
  if (receivedAt === null) return passedMs;
  const ms = (receivedAt.seconds - sentAt.seconds) * 1e3 + (receivedAt.nanoseconds - sentAt.nanoseconds) / 1e6;
  return ms >= 0 && ms <= passedMs + 1 ? ms : passedMs;
}

function meaningOf(family: 4 | 6, { isIcmp, type, code }: HeardError['error']): string | null {
  return isIcmp ? icmpMeaning(family, type, code) : null;
}

/** Routers of our own network are nobody else's business. */
function routerOf(offender: Uint8Array | null): string | null {
  const address = offender === null ? null : fromNetworkOrder(offender);
  return address === null || specialUseOf(address) !== null ? null : formatAddress(address);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
