import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { resolvingReasons } from '../../failure.ts';
import { booleanField, hostField, optionalEnumField, wholeNumberField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { hostKinds } from '../../targets/target-kinds.ts';
import { defineTool } from '../../tool.ts';
import { workLimits } from '../../work-limits.ts';
import { portField } from './data/port-field.ts';

const text = z.nullable(z.string());
const milliseconds = z.nullable(z.number());

export const traceMethods = ['icmp', 'udp', 'tcp'] as const;

/** Up to this many rounds follow each other immediately; further ones are sent once a second. */
export const QUICK_ROUNDS = 3;

const MplsLabel = z.object({
  label: isEssential(described(z.int(), 'The label value.', 16_004)),
  tc: described(z.int(), 'Traffic class.', 0),
  bottom: described(z.boolean(), 'Whether it is the last entry of the label stack.', true),
  ttl: described(z.int(), 'TTL of the label stack entry.', 1),
});

const address = described(
  text,
  'The address that replied; null for a router in the Sonde server’s own network.',
  '192.0.2.1',
);
const labels = described(z.array(MplsLabel), 'The MPLS label stack of the packet at this hop, outermost label first.');
const error = described(
  text,
  'The meaning of the ICMP error, if other than the expected one; otherwise null.',
  'Administratively prohibited',
);

/** What the databases say about a hop’s address. */
const place = {
  name: described(
    text,
    'The name of the address (PTR record); null if there is none, or it is not known yet.',
    'core1.example.net',
  ),
  nameConfirmed: described(
    z.nullable(z.boolean()),
    'Whether the name resolves back to the address; null without a name.',
    true,
  ),
  asn: described(text, 'The autonomous system that announces the address; null if not known.', 'AS64496'),
  asName: described(text, 'Its name; null if not known.', 'Example Networks'),
  country: described(text, 'Country according to the database, as ISO 3166-1 alpha-2 code; null if not known.', 'DE'),
  city: described(text, 'City according to the database; null if not known.', 'Frankfurt am Main'),
  latitude: described(z.nullable(z.number()), 'Latitude in decimal degrees, north positive; null if not known.', 50.11),
  longitude: described(z.nullable(z.number()), 'Longitude in decimal degrees, east positive; null if not known.', 8.68),
  tooFar: described(
    z.boolean(),
    'True if the round trip was too fast for that place, given the speed of light in fibre: the location in the database is then wrong.',
    false,
  ),
};

/** One address that answered at a hop. */
export const TraceHopAnswer = z.object({
  address,
  ...place,
  timesMs: described(z.array(z.number()), 'Round-trip times in milliseconds, in the order of the rounds.', [11.482]),
  labels,
  error,
});
export type TraceHopAnswer = z.infer<typeof TraceHopAnswer>;

export const lossCauses = ['path', 'answers', 'unknown'] as const;

/** One step of the way. */
export const TraceHop = z.object({
  ttl: isEssential(described(z.int(), 'The TTL, or hop limit, of the packets that ended at this hop.', 5)),
  answers: described(z.array(TraceHopAnswer), 'The addresses that replied; empty if the hop is silent.'),
  timesMs: described(
    z.array(milliseconds),
    'Round-trip times in milliseconds, one for each packet in the order of the rounds; null for a lost packet.',
    [11.482, null, 11.9],
  ),
  sent: described(z.int(), 'Number of packets sent.', 3),
  received: described(z.int(), 'Number of packets answered.', 2),
  minMs: described(milliseconds, 'Shortest round-trip time in milliseconds; null without a reply.', 11.482),
  avgMs: described(milliseconds, 'Average round-trip time in milliseconds; null without a reply.', 11.691),
  maxMs: described(milliseconds, 'Longest round-trip time in milliseconds; null without a reply.', 11.9),
  jitterMs: described(
    milliseconds,
    'Mean difference between consecutive round-trip times in milliseconds; null with fewer than two replies.',
    0.418,
  ),
  loss: described(z.number(), 'Packets without a reply, in percent.', 33.3),
  lossIs: described(
    z.nullable(z.enum(lossCauses)),
    'path: packets are lost on the way; answers: the router limits its replies; unknown: too few packets to tell; null without loss.',
    'answers',
  ),
});
export type TraceHop = z.infer<typeof TraceHop>;

const method = described(
  z.enum(traceMethods),
  'icmp: echo requests; udp: datagrams; tcp: initial packets of handshakes (SYN).',
  'icmp',
);
const port = described(z.nullable(z.int()), 'The destination port of the packets; null for icmp.', null);
const privileged = described(
  z.boolean(),
  'Whether the trace required a privilege that ordinary programs do not have.',
  false,
);

const PathMtu = z.object({
  bytes: isEssential(
    described(
      z.int(),
      'The largest packet, including its IP header, that reaches the target without fragmentation, in bytes.',
      1400,
    ),
  ),
  found: described(
    z.enum(['whole', 'told', 'black-hole']),
    'whole: the path accepts whatever the first link accepts; told: a router reported the limit; black-hole: larger packets disappear without an error.',
    'told',
  ),
  router: described(
    text,
    'The address that reported it; null if none did, or if it is a router in the Sonde server’s own network.',
    null,
  ),
  ttl: described(z.nullable(z.int()), 'The hop of that router; null if not known.', 4),
});

const PathLink = z.object({
  ttl: isEssential(described(z.int(), 'The TTL of the hop where the link begins.', 3)),
  from: described(text, 'The address at that hop; null if it is silent.', '192.0.2.1'),
  to: described(text, 'The address at the next hop; null if it is silent.', '192.0.2.5'),
  flows: described(z.int(), 'Number of flows that took this link.', 4),
});

export const traceroute = defineTool({
  id: 'traceroute',
  path: '/api/v2/traceroute',
  alsoAt: ['/api/traceroute'],
  title: 'Traceroute',
  summary: 'The routers on the way to a host',
  query: z.object({
    host: described(hostField, 'A host name, or an IPv4 or IPv6 address.', 'example.com'),
    method: described(
      optionalEnumField('method', traceMethods),
      'The packets to send: icmp (default), udp or tcp.',
      'icmp',
    ),
    port: described(
      portField,
      'The destination port for udp (33434 to 33534, 53 or 443; default 33434) or tcp (the ports of the SSL checker, and 80; default 443).',
      443,
    ),
    rounds: described(
      wholeNumberField('rounds', { from: 1, to: 100, default: QUICK_ROUNDS }),
      'Number of packets to each hop: a whole number from 1 to 100; default 3. After the first 3, one is sent per second.',
      3,
    ),
    paths: described(
      booleanField('paths'),
      'true: also send several UDP flows, to find parallel paths between which routers balance the load.',
      'false',
    ),
  }),
  target: 'host',
  targetKinds: hostKinds,
  contacts: ['resolvers', 'targets'],
  data: z.object({
    host: isEssential(described(z.string(), 'The target in the query, in canonical form.', 'example.com')),
    address: isEssential(described(z.string(), 'The address that was traced.', '192.0.2.80')),
    method,
    port,
    privileged,
    rounds: described(z.int(), 'Number of packets to each hop.', 3),
    reached: isEssential(
      described(
        z.enum(['target', 'stopped', 'silent']),
        'target: the target replied; stopped: a host or router on the way refused the packets; silent: nothing beyond the last hop replied.',
        'target',
      ),
    ),
    stoppedBy: described(
      z.nullable(
        z.object({
          ttl: isEssential(described(z.int(), 'The TTL of the hop where the path ends.', 8)),
          address,
          meaning: described(z.string(), 'The meaning of the ICMP error.', 'Administratively prohibited'),
        }),
      ),
      'Where packets were refused, and with which error; null if they were not.',
    ),
    hops: described(z.array(TraceHop), 'The hops, from the first to the last known one.'),
    asPath: described(
      z.array(
        z.object({
          asn: described(text, 'The autonomous system; null if not known.', 'AS64496'),
          name: described(text, 'Its name; null if not known.', 'Example Networks'),
          hops: described(z.int(), 'Number of consecutive hops in it.', 3),
        }),
      ),
      'The autonomous systems along the path. A hop without a known AS is a separate step; it is not filled in.',
    ),
    pathMtu: described(z.nullable(PathMtu), 'The path MTU; null if it could not be measured.'),
    graph: described(
      z.nullable(z.array(PathLink)),
      'The steps of all flows, if paths were requested. Addresses are those of interfaces: one router may have several.',
    ),
  }),
  progress: z.discriminatedUnion('kind', [
    z.object({
      kind: described(z.literal('session'), 'The trace has begun.', 'session'),
      address: described(z.string(), 'The address that is being traced.', '192.0.2.80'),
      method,
      port,
      privileged,
      rounds: described(z.int(), 'Number of packets to each hop.', 3),
    }),
    z.object({
      kind: described(z.literal('sent'), 'A packet was sent.', 'sent'),
      ttl: isEssential(described(z.int(), 'The TTL of the packet.', 5)),
      round: isEssential(described(z.int(), 'The round of the packet, counted from 1.', 1)),
    }),
    z.object({
      kind: described(
        z.literal('answer'),
        'A packet was answered. A later answer with the same TTL and round replaces the earlier one.',
        'answer',
      ),
      ttl: isEssential(described(z.int(), 'The TTL of the packet.', 5)),
      round: isEssential(described(z.int(), 'The round of the packet, counted from 1.', 1)),
      address,
      timeMs: isEssential(described(z.number(), 'Round-trip time in milliseconds.', 11.482)),
      labels,
      isTarget: described(z.boolean(), 'Whether the target itself replied.', false),
      error,
    }),
    z.object({
      kind: described(z.literal('silent'), 'No reply arrived in time.', 'silent'),
      ttl: isEssential(described(z.int(), 'The TTL of the packet.', 5)),
      round: isEssential(described(z.int(), 'The round of the packet, counted from 1.', 1)),
    }),
    z.object({
      kind: described(
        z.literal('known'),
        'Information about an address from the DNS and the databases has arrived.',
        'known',
      ),
      address: isEssential(described(z.string(), 'The address of a hop.', '192.0.2.1')),
      ...place,
    }),
  ]),
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable', 'busy'],
  reasons: [
    ...resolvingReasons,
    'special-use',
    'denied',
    'not-allowed-port',
    'connection-refused',
    'unreachable',
    'crowded',
    'ping-unavailable',
  ],
  freshMs: () => 10_000,
  recheckMs: 5_000,
  cost: 4,
  capacity: { lookups: 100, perTarget: 4 },
  most: workLimits({ questions: 400, packets: 40_000, decodingMs: 1000 }),
  deadlineMs: ({ rounds }) => (rounds > QUICK_ROUNDS ? 12_000 + rounds * 1000 : 15_000),
  example: { host: 'example.com', rounds: '1' },
});
