import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { isEssential } from '../../reading.ts';
import { targetField } from '../../target-field.ts';
import { defineTool } from '../../tool.ts';
import { MIB, workLimits } from '../../work-limits.ts';
import { givenDsField, givenServersField } from './data/pre-flight.ts';
import { DelegationDetails, DelegationServer } from './data/server.ts';
import { DelegationEdge, DelegationZone, delegationVerdict } from './data/zone.ts';

const DelegationResult = z.object({
  domain: isEssential(described(z.string(), 'The name in the query, as A-labels (RFC 5890).', 'example.com')),
  zone: isEssential(
    described(z.string(), 'The zone that contains the name: the name itself, or a parent.', 'example.com'),
  ),
  nameExists: described(
    z.nullable(z.boolean()),
    'False if the servers of the zone report that the name does not exist; null if none replied.',
    true,
  ),
  verdict: isEssential(delegationVerdict),
  why: described(
    z.string(),
    'The verdict in one sentence.',
    'The chain of trust from the root to example.com is valid.',
  ),
  isPreFlight: described(
    z.boolean(),
    'Whether name servers or DS records from the query were used instead of the published ones.',
    false,
  ),
  anchors: described(z.string(), 'The source of the trusted keys of the root.', 'IANA root-anchors.xml of 2024-07-18'),
  zones: described(z.array(DelegationZone), 'From the root down.'),
  servers: described(z.array(DelegationServer), 'Every address of every server, zone by zone.'),
  edges: described(z.array(DelegationEdge), 'The chain of trust, step by step.'),
  details: described(DelegationDetails, 'More about the zone.'),
  questions: described(z.number(), 'Number of DNS queries sent.', 42),
});
export type DelegationResult = z.infer<typeof DelegationResult>;

/** What is known about one zone as soon as its servers have replied; the last zone is examined further. */
export const DelegationPart = z.object({
  zone: isEssential(described(DelegationZone, 'The zone, from the root down.')),
  servers: described(z.array(DelegationServer), 'The servers queried so far.'),
  edges: described(z.array(DelegationEdge), 'Its steps of the chain of trust.'),
});
export type DelegationPart = z.infer<typeof DelegationPart>;

export const delegation = defineTool({
  id: 'delegation',
  path: '/api/v2/delegation',
  title: 'Delegation',
  summary: 'Delegation and DNSSEC from the root, server by server',
  query: z.object({
    domain: described(
      targetField('domain', ['domain', 'dns-name']),
      'A domain name. Its labels may begin with an underscore.',
      'example.com',
    ),
    servers: described(
      givenServersField,
      'Before publishing: comma-separated name servers to test instead of those in the delegation, each followed by a slash and its address if that is not published yet.',
      'ns1.example.net/192.0.2.1,ns2.example.net',
    ),
    ds: described(
      givenDsField,
      'Pre-flight check: DS records to test instead of those at the parent, comma separated; each with key tag, algorithm, digest type and digest.',
      '34505 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D',
    ),
  }),
  target: 'domain',
  // Names such as _domainkey.example.com are delegated, too.
  targetKinds: ['domain', 'dns-name'],
  report: { order: 20, question: ({ target }) => ({ domain: target }) },
  contacts: ['nameServers'],
  data: DelegationResult,
  progress: DelegationPart,
  failures: ['refused-target', 'source-failed', 'timeout'],
  reasons: ['special-use', 'denied', 'no-public-dns', 'timeout'],
  freshMs: () => 60_000,
  recheckMs: 10_000,
  cost: 6,
  capacity: { lookups: 32, perTarget: 4 },
  most: workLimits({ questions: 450, connections: 450, octetsIn: 4 * MIB, decodingMs: 1500 }),
  deadlineMs: () => 15_000,
  example: { domain: 'example.com' },
});
