import { randomFillSync } from 'node:crypto';
import { COOKIE_BYTES } from '../../protocols/icmp-message/echo.ts';
import { icmpMeaning } from '../../protocols/icmp-message/meaning-tables.ts';
import { isEqual } from '../../protocols/octets.ts';
import { encodeSocketAddress } from '../../protocols/socket-message/socket-address.ts';
import { formatAddress, fromNetworkOrder, toNetworkOrder } from '../guard/ip-address.ts';
import { specialUseOf } from '../guard/special-use.ts';
import { NetFailure } from '../net.ts';
import type { TappedExchange } from '../recording/wire-tap.ts';
import { type IcmpSocketKind, openIcmpSocket, type ReceivedError } from './icmp-socket.ts';
import type { Libc } from './libc.ts';
import type { PacketResponse, PacketSender } from './packet-engine.ts';
import { EngineBroken } from './ping-engine.ts';
import { roundTripMs, type SentAt } from './round-trip.ts';

interface PendingEcho extends SentAt {
  readonly cookie: Uint8Array;
  readonly destination: Uint8Array;
  readonly onResponse: (news: PacketResponse) => void;
  readonly recorded: TappedExchange | undefined;
}

const SEQUENCE_NUMBERS = 0x1_0000;
/** EAGAIN, ENOBUFS: no room for the packet at the moment. */
const FULL = [11, 105];
const EBADF = 9;
/** Nobody sees that a reply is shown twenty milliseconds later, and its time is the kernel's. */
const REST_MS = 20;
/** One target may be unreachable by design, such as a broadcast address; if this many fail in a row, the socket is broken. */
const MAX_REFUSED = 3;

/**
 * Sends the echo requests for all targets from one socket. Sequence numbers are unique per socket: no two pending echoes
 * share one, and a random cookie rejects replies to anything else.
 * @throws Error when the socket may not be opened
 */
export function createIcmpSender(libc: Libc, family: 4 | 6, kind: IcmpSocketKind): PacketSender {
  const pending = new Map<number, PendingEcho>();
  const nextCookie = createCookies();
  /** Addresses to which sending has failed since the last packet was sent successfully. */
  const refused = new Set<string>();
  let lastSeq = Math.floor(Math.random() * SEQUENCE_NUMBERS);
  const socket = openIcmpSocket(libc, family, kind, {
    restMs: REST_MS,
    onReply: (reply) => {
      const echo = pending.get(reply.seq);
      if (echo === undefined || !isEqual(echo.cookie, reply.cookie)) return;
      echo.recorded?.received(reply.octets);
      echo.recorded?.end();
      const other =
        reply.from !== null && !isEqual(echo.destination, reply.from) ? { repliedBy: publicOf(reply.from) } : {};
      echo.onResponse({ kind: 'reply', timeMs: roundTripMs(echo, reply.receivedAt), ttl: reply.ttl, ...other });
    },
    onError: ({ seq, destination, error }) => {
      const echo = pending.get(seq);
      if (echo === undefined || destination === null || !isEqual(echo.destination, destination)) return;
      const meaning = meaningOf(family, error);
      if (meaning === null) return;
      echo.recorded?.noted('in', `ICMP error: ${meaning}`);
      echo.recorded?.end();
      echo.onResponse({ kind: 'error', meaning, router: error.offender && publicOf(error.offender) });
    },
  });

  function notSent(address: string, errno: number, onResponse: (news: PacketResponse) => void): () => void {
    if (FULL.includes(errno)) {
      const tell = setImmediate(() => onResponse({ kind: 'error', meaning: 'Not sent, no room here', router: null }));
      return () => clearImmediate(tell);
    }
    refused.add(address);
    if (errno === EBADF || refused.size >= MAX_REFUSED) throw new EngineBroken(`sending to ${address}: errno ${errno}`);
    throw new NetFailure('unreachable', `no way to ${address} from here: errno ${errno}`);
  }

  const nextSeq = (): number => {
    do lastSeq = (lastSeq + 1) % SEQUENCE_NUMBERS;
    while (pending.has(lastSeq));
    return lastSeq;
  };

  return {
    method: 'icmp',
    name: `ICMP ${kind} socket`,
    recordsOctets: true,
    to: ({ address }, tap) => {
      const destination = toNetworkOrder(address);
      const socketAddress = encodeSocketAddress(destination);
      return (onResponse) => {
        const [seq, cookie] = [nextSeq(), nextCookie()];
        const sentAtMs = performance.now();
        const recorded = tap?.begin({ ...PING_BY_ICMP, peer: { address, port: null } });
        const sentAt = socket.send({ seq, cookie }, socketAddress, undefined, recorded);
        if ('errno' in sentAt) recorded?.end(new NetFailure('unreachable', `errno ${sentAt.errno}`));
        if ('errno' in sentAt) return notSent(address, sentAt.errno, onResponse);
        refused.clear();
        pending.set(seq, { cookie, destination, sentAt, sentAtMs, onResponse, recorded });
        return () => {
          recorded?.end();
          pending.delete(seq);
        };
      };
    },
    poll: socket.poll,
    close: socket.close,
  };
}

const PING_BY_ICMP = { service: 'ping', transport: 'icmp', isOperators: false } as const;

/** Random bytes, fetched from the system for many packets at once. */
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

function meaningOf(family: 4 | 6, { isIcmp, type, code }: ReceivedError['error']): string | null {
  return isIcmp ? icmpMeaning(family, type, code) : null;
}

/** Hides addresses in our own network. */
function publicOf(sender: Uint8Array): string | null {
  const address = fromNetworkOrder(sender);
  return address === null || specialUseOf(address) !== null ? null : formatAddress(address);
}
