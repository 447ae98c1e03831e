import * as z from 'zod/mini';
import { hostField, wholeNumberField } from '../query.ts';
import { defineTool } from '../tool.ts';

/** What became of one packet. */
export const PingPacket = z.object({
  /** Counted from 1. */
  seq: z.number(),
  /** Round trip in milliseconds; null when no answer came within two seconds. */
  timeMs: z.nullable(z.number()),
  /** TTL or hop limit with which the answer came; null where it is not known. */
  ttl: z.nullable(z.number()),
  /** Why it was given up on the way, and the router that said so; null where nobody said anything. */
  error: z.nullable(z.object({ meaning: z.string(), router: z.nullable(z.string()) })),
});
export type PingPacket = z.infer<typeof PingPacket>;

/** Times in milliseconds, null when nothing was received; `packetLoss` in percent. */
export const PingStatistics = z.object({
  packetsTransmitted: z.number(),
  packetsReceived: z.number(),
  packetLoss: z.number(),
  minTime: z.nullable(z.number()),
  maxTime: z.nullable(z.number()),
  avgTime: z.nullable(z.number()),
});
export type PingStatistics = z.infer<typeof PingStatistics>;

const method = z.enum(['icmp', 'tcp']);

const PingResult = z.object({
  /** As it was asked for, in its one spelling. */
  host: z.string(),
  /** The address that was pinged. */
  address: z.string(),
  /** `tcp`: the time of a TCP handshake, where the server can send no ICMP. */
  method,
  /** Average of the received, in milliseconds. */
  roundTripTime: z.nullable(z.number()),
  /** Of the last answer. */
  ttl: z.nullable(z.number()),
  /** Payload of a packet in bytes; 0 for `tcp`. */
  packetSize: z.number(),
  statistics: PingStatistics,
  packets: z.array(PingPacket),
  /** Further answers to packets that had one. */
  duplicates: z.number(),
  /** Answers that came after their packet counted as lost. */
  late: z.number(),
});
export type PingResult = z.infer<typeof PingResult>;

const seq = z.number();

/** First whom and how, then what becomes of the packets, as it happens: enough to draw the answer as it grows. */
export const PingProgress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), address: z.string(), method, packetSize: z.number() }),
  z.object({ kind: z.literal('sent'), seq }),
  z.object({ kind: z.literal('reply'), seq, timeMs: z.number(), ttl: z.nullable(z.number()) }),
  z.object({ kind: z.literal('lost'), seq }),
  z.object({ kind: z.literal('error'), seq, meaning: z.string(), router: z.nullable(z.string()) }),
  z.object({ kind: z.literal('duplicate'), seq }),
  z.object({ kind: z.literal('late'), seq, timeMs: z.number() }),
]);
export type PingProgress = z.infer<typeof PingProgress>;

export const ping = defineTool({
  id: 'ping',
  path: '/api/v2/ping',
  title: 'Ping',
  summary: 'Measure round trip time and packet loss to a host',
  query: z.object({
    host: hostField,
    count: wholeNumberField('count', { from: 1, to: 10, otherwise: 5 }),
    interval: wholeNumberField('interval', { from: 1, to: 5, otherwise: 2 }),
  }),
  target: 'host',
  data: PingResult,
  progress: PingProgress,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable', 'busy'],
  reasons: [
    'nxdomain',
    'no_address',
    'servfail',
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
  cost: 3,
  capacity: { lookups: 200, perTarget: 4 },
  deadlineMs: ({ count, interval }) => count * interval * 1000 + 2000,
  example: { host: 'example.com', count: '1', interval: '1' },
});
