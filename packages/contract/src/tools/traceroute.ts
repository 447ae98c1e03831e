import * as z from 'zod/mini';
import { described } from '../described.ts';
import { booleanField, hostField, optionalEnumField, wholeNumberField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { hostKinds } from '../targets/target-kinds.ts';
import { defineTool } from '../tool.ts';
import { portField } from '../traceroute/port-field.ts';

const text = z.nullable(z.string());
const milliseconds = z.nullable(z.number());

export const traceMethods = ['icmp', 'udp', 'tcp'] as const;

/** Up to this many rounds follow each other immediately; further ones are sent once a second. */
export const QUICK_ROUNDS = 3;

const MplsLabel = z.object({
  label: isEssential(described(z.int(), 'The label.', 16_004)),
  tc: described(z.int(), 'The traffic class.', 0),
  bottom: described(z.boolean(), 'Whether it is the last entry of the stack.', true),
  ttl: described(z.int(), 'Its TTL.', 1),
});

const address = described(
  text,
  'The address that replied; null for a router of this server’s own network.',
  '192.0.2.1',
);
const labels = described(z.array(MplsLabel), 'The MPLS label stack that the packet had there, the outermost first.');
const error = described(text, 'The ICMP error, where it was not the usual answer.', 'Administratively prohibited');

/** What the databases say about a hop’s address. */
const place = {
  name: described(text, 'Its name in the DNS (PTR); null without one, and while it is not known.', 'core1.example.net'),
  nameConfirmed: described(
    z.nullable(z.boolean()),
    'Whether the name leads back to the address; null without a name.',
    true,
  ),
  asn: described(text, 'The autonomous system that announces the address.', 'AS64496'),
  asName: described(text, 'Its name.', 'Example Networks'),
  country: described(text, 'ISO 3166-1 alpha-2, as the database says.', 'DE'),
  city: described(text, 'As the database says.', 'Frankfurt am Main'),
  latitude: described(z.nullable(z.number()), 'In degrees.', 50.11),
  longitude: described(z.nullable(z.number()), 'In degrees.', 8.68),
  tooFar: described(
    z.boolean(),
    'True where light in fibre would take longer to that place than the answer took: the database is wrong about it.',
    false,
  ),
};

/** One address that answered at a hop. */
export const TraceHopAnswer = z.object({
  address,
  ...place,
  timesMs: described(z.array(z.number()), 'Round trips in milliseconds, in the order of the rounds.', [11.482]),
  labels,
  error,
});
export type TraceHopAnswer = z.infer<typeof TraceHopAnswer>;

export const lossCauses = ['path', 'answers', 'unknown'] as const;

/** One step of the way. */
export const TraceHop = z.object({
  ttl: isEssential(described(z.int(), 'The TTL, or hop limit, of the packets that ended here.', 5)),
  answers: described(z.array(TraceHopAnswer), 'The addresses that replied; empty for a silent hop.'),
  timesMs: described(
    z.array(milliseconds),
    'Round trips in milliseconds, one for each packet in the order of the rounds; null for a lost packet.',
    [11.482, null, 11.9],
  ),
  sent: described(z.int(), 'Packets sent.', 3),
  received: described(z.int(), 'Packets answered.', 2),
  minMs: described(milliseconds, 'Shortest round trip in milliseconds.', 11.482),
  avgMs: described(milliseconds, 'Average round trip in milliseconds.', 11.691),
  maxMs: described(milliseconds, 'Longest round trip in milliseconds.', 11.9),
  jitterMs: described(milliseconds, 'Mean difference between consecutive round trips in milliseconds.', 0.418),
  loss: described(z.number(), 'Packets without an answer, in percent.', 33.3),
  lossIs: described(
    z.nullable(z.enum(lossCauses)),
    'path: packets are lost on the way; answers: this router limits its answers; unknown: too few packets to tell; null without loss.',
    'answers',
  ),
});
export type TraceHop = z.infer<typeof TraceHop>;

const method = described(
  z.enum(traceMethods),
  'icmp: echo requests; udp: datagrams; tcp: the first packet of handshakes.',
  'icmp',
);
const port = described(z.nullable(z.int()), 'The port of the packets; null for icmp.', null);
const privileged = described(z.boolean(), 'Whether it required a privilege that not every program has.', false);

const PathMtu = z.object({
  bytes: isEssential(described(z.int(), 'The largest packet that gets through in one piece, header included.', 1400)),
  found: described(
    z.enum(['whole', 'told', 'black-hole']),
    'whole: as large as the first link takes; told: a router said so; black-hole: larger packets vanish without a word.',
    'told',
  ),
  router: described(
    text,
    'The address that reported it; null if none did, or if it is a router of this server’s own network.',
    null,
  ),
  ttl: described(z.nullable(z.int()), 'The hop of that router, where it is known.', 4),
});

const PathLink = z.object({
  ttl: isEssential(described(z.int(), 'The hop where the step begins.', 3)),
  from: described(text, 'The address there; null for silence.', '192.0.2.1'),
  to: described(text, 'The address at the next hop; null for silence.', '192.0.2.5'),
  flows: described(z.int(), 'How many of the flows took this step.', 4),
});

export const traceroute = defineTool({
  id: 'traceroute',
  path: '/api/v2/traceroute',
  alsoAt: ['/api/traceroute'],
  title: 'Traceroute',
  summary: 'The routers on the way to a host',
  query: z.object({
    host: described(hostField, 'Name of a host, or an IPv4 or IPv6 address.', 'example.com'),
    method: described(optionalEnumField('method', traceMethods), 'What is sent: icmp (default), udp or tcp.', 'icmp'),
    port: described(
      portField,
      'The port for udp (33434 to 33534, 53 or 443; default 33434) or tcp (those of the SSL checker, and 80; default 443).',
      443,
    ),
    rounds: described(
      wholeNumberField('rounds', { from: 1, to: 100, default: QUICK_ROUNDS }),
      'Packets to each hop: a whole number from 1 to 100; default 3. More than 3 are sent one a second.',
      3,
    ),
    paths: described(
      booleanField('paths'),
      'true: send several flows by UDP as well, to find paths among which routers share the traffic.',
      'false',
    ),
  }),
  target: 'host',
  targetKinds: hostKinds,
  contacts: ['resolvers', 'targets'],
  data: z.object({
    host: isEssential(described(z.string(), 'The target of the query, in canonical form.', 'example.com')),
    address: isEssential(described(z.string(), 'The address that was traced.', '192.0.2.80')),
    method,
    port,
    privileged,
    rounds: described(z.int(), 'Packets to each hop.', 3),
    reached: isEssential(
      described(
        z.enum(['target', 'stopped', 'silent']),
        'target: it answered; stopped: somebody on the way refused the packets; silent: nobody answered behind the last hop.',
        'target',
      ),
    ),
    stoppedBy: described(
      z.nullable(
        z.object({
          ttl: isEssential(described(z.int(), 'The hop where the path ends.', 8)),
          address,
          meaning: described(z.string(), 'The ICMP error.', 'Administratively prohibited'),
        }),
      ),
      'Where packets were refused, and with which message; null if they were not.',
    ),
    hops: described(z.array(TraceHop), 'The hops, from the first to the last one that is known.'),
    asPath: described(
      z.array(
        z.object({
          asn: described(text, 'Null where it is not known.', 'AS64496'),
          name: described(text, 'Its name.', 'Example Networks'),
          hops: described(z.int(), 'How many hops in a row.', 3),
        }),
      ),
      'The autonomous systems along the way. A hop without a known one is a step of its own, not filled in.',
    ),
    pathMtu: described(z.nullable(PathMtu), 'The path MTU; null where it could not be measured.'),
    graph: described(
      z.nullable(z.array(PathLink)),
      'The steps of all flows, where paths were asked for. Addresses are those of interfaces: one router may have several.',
    ),
  }),
  progress: z.discriminatedUnion('kind', [
    z.object({
      kind: described(z.literal('session'), 'The trace begins.', 'session'),
      address: described(z.string(), 'The address that is traced.', '192.0.2.80'),
      method,
      port,
      privileged,
      rounds: described(z.int(), 'Packets to each hop.', 3),
    }),
    z.object({
      kind: described(z.literal('sent'), 'A packet was sent.', 'sent'),
      ttl: isEssential(described(z.int(), 'Its TTL.', 5)),
      round: isEssential(described(z.int(), 'Its round, counted from 1.', 1)),
    }),
    z.object({
      kind: described(
        z.literal('answer'),
        'It was answered. A later answer with the same TTL and round replaces it.',
        'answer',
      ),
      ttl: isEssential(described(z.int(), 'Its TTL.', 5)),
      round: isEssential(described(z.int(), 'Its round, counted from 1.', 1)),
      address,
      timeMs: isEssential(described(z.number(), 'Round trip in milliseconds.', 11.482)),
      labels,
      isTarget: described(z.boolean(), 'Whether the target itself answered.', false),
      error,
    }),
    z.object({
      kind: described(z.literal('silent'), 'No answer came in time.', 'silent'),
      ttl: isEssential(described(z.int(), 'Its TTL.', 5)),
      round: isEssential(described(z.int(), 'Its round, counted from 1.', 1)),
    }),
    z.object({
      kind: described(z.literal('known'), 'What the DNS and the databases say about an address.', 'known'),
      address: isEssential(described(z.string(), 'The address of a hop.', '192.0.2.1')),
      ...place,
    }),
  ]),
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
  deadlineMs: ({ rounds }) => (rounds > QUICK_ROUNDS ? 12_000 + rounds * 1000 : 15_000),
  example: { host: 'example.com', rounds: '1' },
});
