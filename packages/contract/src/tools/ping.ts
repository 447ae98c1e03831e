import * as z from 'zod/mini';
import { described } from '../described.ts';
import { hostField, wholeNumberField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { hostKinds } from '../targets/target-kinds.ts';
import { defineTool } from '../tool.ts';

const seq = isEssential(described(z.number(), 'Number of the packet, counted from 1.', 1));
const packetTtl = described(z.nullable(z.number()), 'TTL or hop limit of the reply; null where it is not known.', 117);
const meaning = isEssential(described(z.string(), 'The ICMP error of the router.', 'Destination host unreachable'));
const router = described(z.nullable(z.string()), 'Address of that router.', '192.0.2.1');

/** The result of one packet. */
export const PingPacket = z.object({
  seq,
  timeMs: described(
    z.nullable(z.number()),
    'Round trip in milliseconds; null when no reply came within two seconds.',
    11.482,
  ),
  ttl: packetTtl,
  error: described(
    z.nullable(z.object({ meaning, router })),
    'The ICMP error that a router sent for it, and that router; null without one.',
  ),
});
export type PingPacket = z.infer<typeof PingPacket>;

/** Times in milliseconds, null if nothing was received; `packetLoss` in percent. */
export const PingStatistics = z.object({
  packetsTransmitted: isEssential(described(z.number(), 'Packets that were sent.', 5)),
  packetsReceived: isEssential(described(z.number(), 'Packets with a reply in time.', 5)),
  packetLoss: isEssential(described(z.number(), 'Packets without a reply, in percent, to one decimal.', 0)),
  minTime: described(z.nullable(z.number()), 'Shortest round trip in milliseconds; null with nothing received.', 11.02),
  maxTime: described(z.nullable(z.number()), 'Longest round trip in milliseconds; null with nothing received.', 12.914),
  avgTime: described(z.nullable(z.number()), 'Average round trip in milliseconds; null with nothing received.', 11.482),
});
export type PingStatistics = z.infer<typeof PingStatistics>;

const address = described(z.string(), 'The address that was pinged.', '192.0.2.1');
const method = described(
  z.enum(['icmp', 'tcp']),
  'icmp: echo requests; tcp: the time of a TCP handshake, where ICMP is not used.',
  'icmp',
);
const packetSize = described(z.number(), 'Payload of a packet in bytes; 0 for tcp.', 56);

const PingResult = z.object({
  host: isEssential(described(z.string(), 'The target of the query, in canonical form.', 'example.com')),
  address,
  method,
  roundTripTime: described(
    z.nullable(z.number()),
    'Average of the received packets in milliseconds; null with nothing received.',
    11.482,
  ),
  ttl: described(z.nullable(z.number()), 'TTL or hop limit of the last reply; null where it is not known.', 117),
  packetSize,
  statistics: isEssential(described(PingStatistics, 'Statistics of the whole ping.')),
  packets: described(z.array(PingPacket), 'Every packet, in the order of sending.'),
  duplicates: described(z.number(), 'Further replies to packets that had one.', 0),
  late: described(z.number(), 'Replies that came after their packet counted as lost.', 0),
});
export type PingResult = z.infer<typeof PingResult>;

const timeMs = described(z.number(), 'Round trip in milliseconds.', 11.482);

const kind = <const Kind extends string>(name: Kind, description: string) =>
  described(z.literal(name), description, name);

/** First the address and method, then each event as it happens: enough to display the answer while it grows. */
export const PingProgress = z.discriminatedUnion('kind', [
  z.object({ kind: kind('session', 'The ping begins.'), address, method, packetSize }),
  z.object({ kind: kind('sent', 'A packet was sent.'), seq }),
  z.object({ kind: kind('reply', 'A reply came.'), seq, timeMs, ttl: packetTtl }),
  z.object({ kind: kind('lost', 'No reply came in time.'), seq }),
  z.object({ kind: kind('error', 'A router sent an error for the packet.'), seq, meaning, router }),
  z.object({ kind: kind('duplicate', 'A further reply to a packet that had one.'), seq }),
  z.object({ kind: kind('late', 'A reply to a packet that counts as lost.'), seq, timeMs }),
]);
export type PingProgress = z.infer<typeof PingProgress>;

export const ping = defineTool({
  id: 'ping',
  path: '/api/v2/ping',
  title: 'Ping',
  summary: 'Measure round trip time and packet loss to a host',
  query: z.object({
    host: described(hostField, 'Name of a host, or an IPv4 or IPv6 address.', 'example.com'),
    count: described(
      wholeNumberField('count', { from: 1, to: 10, default: 5 }),
      'Packets to send: a whole number from 1 to 10; default 5.',
      5,
    ),
    interval: described(
      wholeNumberField('interval', { from: 1, to: 5, default: 2 }),
      'Seconds between two packets: a whole number from 1 to 5; default 2.',
      2,
    ),
  }),
  target: 'host',
  targetKinds: hostKinds,
  contacts: ['resolvers', 'targets'],
  data: PingResult,
  progress: PingProgress,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable', 'busy'],
  reasons: [
    'nxdomain',
    'no-address',
    'servfail',
    'no-public-dns',
    'refused',
    'timeout',
    'cname-loop',
    'invalid-response',
    'special-use',
    'denied',
    'connection-refused',
    'unreachable',
    'crowded',
    'ping-unavailable',
  ],
  freshMs: () => 2000,
  recheckMs: 5_000,
  cost: 3,
  capacity: { lookups: 200, perTarget: 4 },
  deadlineMs: ({ count, interval }) => count * interval * 1000 + 2000,
  example: { host: 'example.com', count: '1', interval: '1' },
});
