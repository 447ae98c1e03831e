import { randomBytes } from 'node:crypto';
import { COOKIE_BYTES, PAYLOAD_BYTES } from '../../../protocols/icmp-message/echo.ts';
import { isEqual } from '../../../protocols/octets.ts';
import { encodeSocketAddress } from '../../../protocols/socket-message/socket-address.ts';
import { toNetworkOrder } from '../../guard/ip-address.ts';
import { type IcmpSocketKind, openIcmpSocket, type ReceivedError, type ReceivedReply } from '../../icmp/icmp-socket.ts';
import type { Libc } from '../../icmp/libc.ts';
import { roundTripMs, type SentAt } from '../../icmp/round-trip.ts';
import type { GuardedAddress } from '../../net.ts';
import type { Flow, OnResponse } from './flow.ts';
import { IP_HEADER_BYTES, IP_LEVEL, notSent, prepareSocket, responseOf, TTL_OPTION } from './responses.ts';

interface Pending extends SentAt {
  readonly cookie: Uint8Array;
  readonly onResponse: OnResponse;
}

const ICMP_HEADER_BYTES = 8;
const SEQUENCE_NUMBERS = 0x1_0000;

/**
 * Echo requests from a socket, and thus an id, of their own. All have the same checksum, since some routers choose the
 * path by the first bytes of the ICMP header.
 * @throws Error when the socket may not be opened
 */
export function openIcmpFlow(libc: Libc, { address, family }: GuardedAddress, kind: IcmpSocketKind): Flow {
  const target = toNetworkOrder(address);
  const socketAddress = encodeSocketAddress(target);
  const random = randomBytes(COOKIE_BYTES);
  const tag = random.subarray(2);
  const pending = new Map<number, Pending>();
  let seq = random.readUInt16BE();
  const socket = openIcmpSocket(libc, family, kind, {
    onReply: (reply: ReceivedReply) => {
      const probe = pending.get(reply.seq);
      if (probe === undefined || !isEqual(probe.cookie, reply.cookie)) return;
      const timeMs = roundTripMs(probe, reply.receivedAt);
      probe.onResponse({ kind: 'target', from: target, timeMs, labels: [], meaning: null, mtu: null });
    },
    onError: (received: ReceivedError) => {
      const probe = pending.get(received.seq);
      if (probe === undefined || received.destination === null || !isEqual(received.destination, target)) return;
      if (!isQuoted(probe.cookie, received.quoted)) return;
      const response = responseOf(family, target, probe, received, IP_HEADER_BYTES[family]);
      if (response !== null) probe.onResponse(response);
    },
  });
  const readsLabels = prepareSocket(family, socket.set);
  const overhead = IP_HEADER_BYTES[family] + ICMP_HEADER_BYTES;
  return {
    readsLabels,
    unmatched: 0,
    probe: (ttl, onResponse, { packetBytes = overhead + PAYLOAD_BYTES } = {}) => {
      seq = (seq + 1) % SEQUENCE_NUMBERS;
      const mine = seq;
      // The complement of the number keeps the checksum the same.
      const cookie = new Uint8Array(COOKIE_BYTES);
      cookie.set(tag);
      cookie[COOKIE_BYTES - 2] = (~mine >> 8) & 0xff;
      cookie[COOKIE_BYTES - 1] = ~mine & 0xff;
      socket.set(IP_LEVEL[family], TTL_OPTION[family], ttl);
      const sentAtMs = performance.now();
      const sentAt = socket.send({ seq: mine, cookie }, socketAddress, packetBytes - overhead);
      if ('errno' in sentAt) {
        notSent(sentAt.errno, { address, family });
        return () => {};
      }
      pending.set(mine, { cookie, sentAt, sentAtMs, onResponse });
      return () => pending.delete(mine);
    },
    poll: socket.poll,
    close: () => {
      pending.clear();
      socket.close();
    },
  };
}

/** Whether the cookie matches as far as it is quoted: routers may quote the header alone (RFC 792). */
function isQuoted(cookie: Uint8Array, quoted: Uint8Array): boolean {
  const part = quoted.subarray(ICMP_HEADER_BYTES, ICMP_HEADER_BYTES + COOKIE_BYTES);
  return isEqual(part, cookie.subarray(0, part.length));
}
