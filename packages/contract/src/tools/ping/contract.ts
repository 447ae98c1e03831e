import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { resolvingReasons } from '../../failure.ts';
import { hostField, wholeNumberField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { hostKinds } from '../../targets/target-kinds.ts';
import { defineTool } from '../../tool.ts';
import { workLimits } from '../../work-limits.ts';

const seq = isEssential(described(z.number(), 'Sequence number of the packet, counted from 1.', 1));
const packetTtl = described(z.nullable(z.number()), 'TTL or hop limit of the reply; null if not known.', 117);
const meaning = isEssential(
  described(z.string(), 'The meaning of the ICMP error sent by a router.', 'Destination host unreachable'),
);
const router = described(
  z.nullable(z.string()),
  'The address of that router; null if it is not disclosed.',
  '192.0.2.1',
);

const repliedBy = described(
  z.optional(z.nullable(z.string())),
  'The address that replied, if it is not the target; null if it is not disclosed. Absent if the target replied.',
  '192.0.2.7',
);

/** The result of one packet. */
export const PingPacket = z.object({
  seq,
  timeMs: described(
    z.nullable(z.number()),
    'Round-trip time in milliseconds; null if no reply came within two seconds.',
    11.482,
  ),
  ttl: packetTtl,
  repliedBy,
  error: described(
    z.nullable(z.object({ meaning, router })),
    'The ICMP error that a router sent in response, and its address; null without one.',
  ),
});
export type PingPacket = z.infer<typeof PingPacket>;

/** Times in milliseconds, null if nothing was received; `packetLoss` in percent. */
export const PingStatistics = z.object({
  packetsTransmitted: isEssential(described(z.number(), 'Number of packets sent.', 5)),
  packetsReceived: isEssential(described(z.number(), 'Number of packets with a reply in time.', 5)),
  packetLoss: isEssential(described(z.number(), 'Packets without a reply, in percent, with one decimal.', 0)),
  minTime: described(
    z.nullable(z.number()),
    'Shortest round-trip time in milliseconds; null if nothing was received.',
    11.02,
  ),
  maxTime: described(
    z.nullable(z.number()),
    'Longest round-trip time in milliseconds; null if nothing was received.',
    12.914,
  ),
  avgTime: described(
    z.nullable(z.number()),
    'Average round-trip time in milliseconds; null if nothing was received.',
    11.482,
  ),
});
export type PingStatistics = z.infer<typeof PingStatistics>;

const address = described(z.string(), 'The address that was pinged.', '192.0.2.1');
const method = described(
  z.enum(['icmp', 'tcp']),
  'icmp: echo requests; tcp: the time of TCP handshakes, if ICMP is not available.',
  'icmp',
);
const packetSize = described(z.number(), 'Payload per packet in bytes; 0 for tcp.', 56);

const PingResult = z.object({
  host: isEssential(described(z.string(), 'The target in the query, in canonical form.', 'example.com')),
  address,
  method,
  roundTripTime: described(
    z.nullable(z.number()),
    'Average round-trip time in milliseconds; null if nothing was received.',
    11.482,
  ),
  ttl: described(z.nullable(z.number()), 'TTL or hop limit of the last reply; null if not known.', 117),
  packetSize,
  statistics: isEssential(described(PingStatistics, 'Statistics of all packets.')),
  packets: described(z.array(PingPacket), 'All packets, in the order of sending.'),
  duplicates: described(z.number(), 'Number of additional replies to packets that already had one.', 0),
  late: described(z.number(), 'Number of replies that arrived after their packet was counted as lost.', 0),
});
export type PingResult = z.infer<typeof PingResult>;

const timeMs = described(z.number(), 'Round-trip time in milliseconds.', 11.482);

const kind = <const Kind extends string>(name: Kind, description: string) =>
  described(z.literal(name), description, name);

/** First the address and method, then each event as it happens: enough to display the answer while it grows. */
export const PingProgress = z.discriminatedUnion('kind', [
  z.object({ kind: kind('session', 'The ping has begun.'), address, method, packetSize }),
  z.object({ kind: kind('sent', 'A packet was sent.'), seq }),
  z.object({ kind: kind('reply', 'A reply arrived.'), seq, timeMs, ttl: packetTtl, repliedBy }),
  z.object({ kind: kind('lost', 'No reply arrived in time.'), seq }),
  z.object({ kind: kind('error', 'A router sent an ICMP error for the packet.'), seq, meaning, router }),
  z.object({ kind: kind('duplicate', 'A further reply arrived for a packet that already had one.'), seq }),
  z.object({ kind: kind('late', 'A reply arrived for a packet that had been counted as lost.'), seq, timeMs }),
]);
export type PingProgress = z.infer<typeof PingProgress>;

export const ping = defineTool({
  id: 'ping',
  path: '/api/v2/ping',
  title: 'Ping',
  summary: 'Measure round trip time and packet loss to a host',
  query: z.object({
    host: described(hostField, 'A host name, or an IPv4 or IPv6 address.', 'example.com'),
    count: described(
      wholeNumberField('count', { from: 1, to: 10, default: 5 }),
      'Number of packets to send: a whole number from 1 to 10; default 5.',
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
    ...resolvingReasons,
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
  most: workLimits({ packets: 400 }),
  deadlineMs: ({ count, interval }) => count * interval * 1000 + 2000,
  example: { host: 'example.com', count: '1', interval: '1' },
});
