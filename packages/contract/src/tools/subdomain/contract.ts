import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { searchedDomainField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { defineTool } from '../../tool.ts';
import { MIB, workLimits } from '../../work-limits.ts';

/**
 * The sources of names. `crtsh` and `certspotter`: searches of certificate-transparency logs; `certificate`: the domain's
 * own certificate; `transfer`: a zone transfer (RFC 5936); `nsec`: the chain of names of a signed zone (RFC 4034);
 * `records`: other records of the domain; `words`: a list of common names; `permutations`: variations of names already
 * found.
 */
export const subdomainSources = [
  'crtsh',
  'certspotter',
  'certificate',
  'transfer',
  'nsec',
  'records',
  'words',
  'permutations',
] as const;
export type SubdomainSource = (typeof subdomainSources)[number];

const Source = z.enum(subdomainSources);

/** The address families of a name. */
export const addressFamilies = ['ipv4', 'ipv6'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

export const Subdomain = z.object({
  subdomain: isEssential(
    described(z.string(), 'The full name, as A-labels (RFC 5890) without the final dot.', 'www.example.com'),
  ),
  ipv4List: described(z.array(z.string()), 'The name’s public IPv4 addresses.', ['192.0.2.80']),
  ipv6List: described(z.array(z.string()), 'The name’s public IPv6 addresses.', ['2001:db8::80']),
  unknownFamilies: described(
    z.array(z.enum(addressFamilies)),
    'Address families that are incomplete because the resolver failed, refused or did not answer in time. An empty list of such a family does not mean that there are no addresses.',
    [],
  ),
  aliases: described(
    z.array(z.string()),
    'The targets of the name’s CNAME records, in order; the last one has the addresses. Empty if the name is not an alias.',
    ['www.example.net'],
  ),
  sources: described(
    z.array(Source),
    'Where the name was found: crtsh, certspotter: searches of certificate-transparency logs; certificate: the domain’s own certificate; transfer: a zone transfer; nsec: the NSEC chain of a signed zone; records: other records of the domain; words: a list of common names; permutations: names similar to those found.',
    ['crtsh', 'words'],
  ),
  resolves: described(
    z.nullable(z.boolean()),
    'True: the name has an address, of which only public ones are listed. False: it has none, because it exists without one, or is only mentioned by a certificate or record. Null: not determined for both families.',
    true,
  ),
});
export type Subdomain = z.infer<typeof Subdomain>;

/** Progress of one source. `found` counts its names, including those that other sources also found. */
export const SourceState = z.object({
  source: isEssential(described(Source, 'Which source.', 'crtsh')),
  state: described(z.enum(['running', 'done', 'failed']), 'How far it is.', 'done'),
  found: described(z.number(), 'Number of names found, including those that other sources also found.', 17),
});
export type SourceState = z.infer<typeof SourceState>;

const sourceStates = described(z.array(SourceState), 'How far each source is.');
const asked = described(z.number(), 'Number of names queried.', 4989);

const data = z.object({
  domain: isEssential(
    described(z.string(), 'The searched domain, as A-labels (RFC 5890) without the final dot.', 'example.com'),
  ),
  subdomains: isEssential(
    described(z.array(Subdomain), 'The names that were found, sorted hierarchically from the domain down.'),
  ),
  sources: sourceStates,
  wildcards: described(
    z.array(z.string()),
    'Names below which a wildcard answers for all, or for many, non-existent names; names that only the word list suggests are omitted there.',
    ['dev.example.com'],
  ),
  partialWildcards: described(
    z.array(z.string()),
    'The wildcards that answer for only some of the names below them: for a fraction of them, or for labels of certain lengths.',
    [],
  ),
  asked,
});

/** New or changed names, and the progress of the search. */
export const SubdomainProgress = z.object({
  subdomains: isEssential(described(z.array(Subdomain), 'Names that are new or have changed since the last part.')),
  sources: sourceStates,
  asked,
});
export type SubdomainProgress = z.infer<typeof SubdomainProgress>;

export const subdomain = defineTool({
  id: 'subdomain',
  path: '/api/v2/subdomainFinder',
  title: 'Subdomain Finder',
  summary: 'Find the subdomains of a domain and their addresses',
  query: z.object({
    domain: described(searchedDomainField, 'The domain whose subdomains are searched.', 'example.com'),
  }),
  target: 'domain',
  targetKinds: ['domain'],
  burdens: () => true,
  nameOfCut: (field) => (field === 'subdomains' ? 'more names' : field),
  contacts: ['resolvers', 'targets', 'certificateLogs'],
  data,
  progress: SubdomainProgress,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'servfail',
    'no-public-dns',
    'refused',
    'not-implemented',
    'error-code',
    'timeout',
    'invalid-response',
    'special-use',
    'denied',
    'connection-refused',
    'unreachable',
  ],
  freshMs: () => 3_600_000,
  // The default budget of a zone allows three searches per ten minutes.
  recheckMs: 200_000,
  cost: 10,
  // A search with unreachable name servers takes about ten seconds, nearly all of it waiting.
  capacity: { lookups: 12, perTarget: 2 },
  most: workLimits({ questions: 300_000, connections: 300, octetsIn: 256 * MIB, decodingMs: 8000 }),
  deadlineMs: () => 24_000,
  example: { domain: 'example.com' },
});
