import * as z from 'zod/mini';
import { means } from '../means.ts';
import { hostField, wholeNumberField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { defineTool } from '../tool.ts';

const seq = isEssential(means(z.number(), 'Number of the packet, counted from 1.', 1));
const packetTtl = means(
  z.nullable(z.number()),
  'TTL or hop limit with which the answer came; null where it is not known.',
  117,
);
const meaning = isEssential(means(z.string(), 'What the router says (ICMP).', 'Destination host unreachable'));
const router = means(z.nullable(z.string()), 'Address of the router that said so.', '192.0.2.1');

/** What became of one packet. */
export const PingPacket = z.object({
  seq,
  timeMs: means(
    z.nullable(z.number()),
    'Round trip in milliseconds; null when no answer came within two seconds.',
    11.482,
  ),
  ttl: packetTtl,
  error: means(
    z.nullable(z.object({ meaning, router })),
    'Why it was given up on the way, and who said so; null where nobody said anything.',
  ),
});
export type PingPacket = z.infer<typeof PingPacket>;

/** Times in milliseconds, null when nothing was received; `packetLoss` in percent. */
export const PingStatistics = z.object({
  packetsTransmitted: isEssential(means(z.number(), 'Packets that were sent.', 5)),
  packetsReceived: isEssential(means(z.number(), 'Packets that were answered in time.', 5)),
  packetLoss: isEssential(means(z.number(), 'Packets without an answer, in percent, to one decimal.', 0)),
  minTime: means(z.nullable(z.number()), 'Shortest round trip in milliseconds; null with nothing received.', 11.02),
  maxTime: means(z.nullable(z.number()), 'Longest round trip in milliseconds; null with nothing received.', 12.914),
  avgTime: means(z.nullable(z.number()), 'Average round trip in milliseconds; null with nothing received.', 11.482),
});
export type PingStatistics = z.infer<typeof PingStatistics>;

const address = means(z.string(), 'The address that was pinged.', '192.0.2.1');
const method = means(
  z.enum(['icmp', 'tcp']),
  'icmp: echo requests; tcp: the time of a TCP handshake, where ICMP is not used.',
  'icmp',
);
const packetSize = means(z.number(), 'Payload of a packet in bytes; 0 for tcp.', 56);

const PingResult = z.object({
  host: isEssential(means(z.string(), 'What was asked for, in its one spelling.', 'example.com')),
  address,
  method,
  roundTripTime: means(
    z.nullable(z.number()),
    'Average of the received packets in milliseconds; null with nothing received.',
    11.482,
  ),
  ttl: means(z.nullable(z.number()), 'TTL or hop limit of the last answer; null where it is not known.', 117),
  packetSize,
  statistics: isEssential(means(PingStatistics, 'The numbers of the whole ping.')),
  packets: means(z.array(PingPacket), 'What became of each packet, in the order of sending.'),
  duplicates: means(z.number(), 'Further answers to packets that had one.', 0),
  late: means(z.number(), 'Answers that came after their packet counted as lost.', 0),
});
export type PingResult = z.infer<typeof PingResult>;

const timeMs = means(z.number(), 'Round trip in milliseconds.', 11.482);

const kind = <const Kind extends string>(name: Kind, description: string) => means(z.literal(name), description, name);

/** First whom and how, then what becomes of the packets, as it happens: enough to draw the answer as it grows. */
export const PingProgress = z.discriminatedUnion('kind', [
  z.object({ kind: kind('session', 'The ping begins.'), address, method, packetSize }),
  z.object({ kind: kind('sent', 'A packet was sent.'), seq }),
  z.object({ kind: kind('reply', 'A packet was answered.'), seq, timeMs, ttl: packetTtl }),
  z.object({ kind: kind('lost', 'No answer came in time.'), seq }),
  z.object({ kind: kind('error', 'A router gave the packet up.'), seq, meaning, router }),
  z.object({ kind: kind('duplicate', 'A further answer to a packet that had one.'), seq }),
  z.object({ kind: kind('late', 'An answer to a packet that counts as lost.'), seq, timeMs }),
]);
export type PingProgress = z.infer<typeof PingProgress>;

export const ping = defineTool({
  id: 'ping',
  path: '/api/v2/ping',
  title: 'Ping',
  summary: 'Measure round trip time and packet loss to a host',
  query: z.object({
    host: means(hostField, 'Name of a host, or an IPv4 or IPv6 address.', 'example.com'),
    count: means(
      wholeNumberField('count', { from: 1, to: 10, otherwise: 5 }),
      'Packets to send: a whole number from 1 to 10; default 5.',
      5,
    ),
    interval: means(
      wholeNumberField('interval', { from: 1, to: 5, otherwise: 2 }),
      'Seconds between two packets: a whole number from 1 to 5; default 2.',
      2,
    ),
  }),
  target: 'host',
  data: PingResult,
  progress: PingProgress,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable', 'busy'],
  reasons: [
    'nxdomain',
    'no_address',
    'servfail',
    'no_public_dns',
    'refused',
    'timeout',
    'cname_loop',
    'invalid_response',
    'special_use',
    'denied',
    'connection_refused',
    'unreachable',
    'crowded',
    'ping_unavailable',
  ],
  freshMs: () => 2000,
  recheckMs: 5_000,
  cost: 3,
  capacity: { lookups: 200, perTarget: 4 },
  deadlineMs: ({ count, interval }) => count * interval * 1000 + 2000,
  example: { host: 'example.com', count: '1', interval: '1' },
});
