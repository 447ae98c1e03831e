import { randomBytes } from 'node:crypto';
import { isEqual } from '../../../protocols/octets.ts';
import { readControlMessages } from '../../../protocols/socket-message/control-messages.ts';
import { decodeSocketAddress, encodeSocketAddress } from '../../../protocols/socket-message/socket-address.ts';
import { toNetworkOrder } from '../../guard/ip-address.ts';
import { type ReceivedError, readError } from '../../icmp/icmp-socket.ts';
import type { Libc, ReceivedMessage } from '../../icmp/libc.ts';
import { openQueueSocket } from '../../icmp/queue-socket.ts';
import { roundTripMs, type SentAt } from '../../icmp/round-trip.ts';
import type { GuardedAddress } from '../../net.ts';
import type { Flow, OnResponse } from './flow.ts';
import { IP_HEADER_BYTES, IP_LEVEL, notSent, prepareSocket, responseOf, TTL_OPTION } from './responses.ts';

/** SOCK_DGRAM with SOCK_NONBLOCK and SOCK_CLOEXEC. */
const DATAGRAM = 0x80802;
const UDP_HEADER_BYTES = 8;
const TAG_BYTES = 4;
/** Tag of the flow and number of the probe. */
const MARK_BYTES = TAG_BYTES + 2;
const PAYLOAD_BYTES = 32;
const NUMBERS = 0x1_0000;

interface Pending extends SentAt {
  readonly onResponse: OnResponse;
}

/**
 * Datagrams between one pair of ports. Each carries a random tag and its number, which distinguish answers from late
 * answers to an earlier flow and from forgeries.
 * @throws Error when the socket may not be opened
 */
export function openUdpFlow(libc: Libc, { address, family }: GuardedAddress, port: number): Flow {
  const target = toNetworkOrder(address);
  const socketAddress = encodeSocketAddress(target, port);
  const tag = randomBytes(TAG_BYTES);
  const pending = new Map<number, Pending>();
  let [number, alone, unmatched] = [0, null as number | null, 0];

  const probeOf = (bytes: Uint8Array): Pending | undefined => {
    if (bytes.length < MARK_BYTES || !isEqual(bytes.subarray(0, TAG_BYTES), tag)) return undefined;
    return pending.get(((bytes[TAG_BYTES] ?? 0) << 8) | (bytes[TAG_BYTES + 1] ?? 0));
  };
  const onError = (received: Omit<ReceivedError, 'seq'>) => {
    if (received.destination === null || !isEqual(received.destination, target)) return;
    const isShort = received.quoted.length < MARK_BYTES;
    if (isShort && alone === null) unmatched += 1;
    const probe = isShort ? pending.get(alone ?? -1) : probeOf(received.quoted);
    if (probe === undefined) return;
    const response = responseOf(family, target, probe, received, IP_HEADER_BYTES[family] + UDP_HEADER_BYTES);
    if (response !== null) probe.onResponse(response);
  };
  const socket = openQueueSocket(
    libc,
    { family, type: DATAGRAM, protocol: 0, what: 'UDP socket' },
    {
      // From a service that echoes what it received.
      onMessage: ({ data, control, address: sender }: ReceivedMessage) => {
        const from = decodeSocketAddress(sender);
        const probe = from !== null && isEqual(from, target) ? probeOf(data) : undefined;
        if (probe === undefined) return null;
        const timeMs = roundTripMs(probe, readControlMessages(control).receivedAt);
        return () => probe.onResponse({ kind: 'target', from, timeMs, labels: [], meaning: null, mtu: null });
      },
      onError: (message) => {
        const received = readError(message);
        return received === null ? null : () => onError(received);
      },
    },
  );
  const readsLabels = prepareSocket(family, socket.set);
  const overhead = IP_HEADER_BYTES[family] + UDP_HEADER_BYTES;
  return {
    readsLabels,
    get unmatched() {
      return unmatched;
    },
    probe: (ttl, onResponse, { packetBytes = overhead + PAYLOAD_BYTES, isAlone = false } = {}) => {
      number = (number + 1) % NUMBERS;
      const mine = number;
      const payload = new Uint8Array(packetBytes - overhead);
      payload.set([...tag, mine >> 8, mine & 0xff]);
      socket.set(IP_LEVEL[family], TTL_OPTION[family], ttl);
      const sentAtMs = performance.now();
      const sentAt = socket.send(payload, socketAddress);
      if ('errno' in sentAt) {
        notSent(sentAt.errno, { address, family });
        return () => {};
      }
      pending.set(mine, { sentAt, sentAtMs, onResponse });
      alone = isAlone ? mine : null;
      return () => pending.delete(mine);
    },
    poll: socket.poll,
    close: () => {
      pending.clear();
      socket.close();
    },
  };
}
