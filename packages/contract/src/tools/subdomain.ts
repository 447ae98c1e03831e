import * as z from 'zod/mini';
import { means } from '../means.ts';
import { searchedDomainField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { defineTool } from '../tool.ts';

/**
 * Where names come from. `crtsh` and `certspotter`: searches of certificate-transparency logs; `certificate`: the
 * domain's own certificate; `transfer`: a zone transfer (RFC 5936); `nsec`: the chain of names of a signed zone (RFC
 * 4034); `records`: other records of the domain; `words`: a list of common names; `permutations`: names like those found.
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

/** The families of addresses that a name may have. */
export const addressFamilies = ['ipv4', 'ipv6'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

export const Subdomain = z.object({
  subdomain: isEssential(
    means(z.string(), 'The whole name, as A-labels (RFC 5890) without the final dot.', 'www.example.com'),
  ),
  ipv4List: means(z.array(z.string()), 'Its public IPv4 addresses.', ['192.0.2.80']),
  ipv6List: means(z.array(z.string()), 'Its public IPv6 addresses.', ['2001:db8::80']),
  unknownFamilies: means(
    z.array(z.enum(addressFamilies)),
    'Families whose addresses could not be found out, or not all of them: the resolver failed, refused, or gave no answer in time. Of these an empty list does not say that there are none.',
    [],
  ),
  sources: means(
    z.array(Source),
    'Where the name comes from: crtsh and certspotter, searches of certificate-transparency logs; certificate, the domain’s own certificate; transfer, a zone transfer; nsec, the chain of names of a signed zone; records, other records of the domain; words, a list of common names; permutations, names like those found.',
    ['crtsh', 'words'],
  ),
  resolves: means(
    z.nullable(z.boolean()),
    'True when the name has an address; addresses that are not public are not listed. False when it has none: it exists without, or only a certificate or a record names it. Null when that could not be found out for both families.',
    true,
  ),
});
export type Subdomain = z.infer<typeof Subdomain>;

/** How far one source is. `found` counts the names it gave, also those that others gave. */
export const SourceState = z.object({
  source: isEssential(means(Source, 'Which source.', 'crtsh')),
  state: means(z.enum(['running', 'done', 'failed']), 'How far it is.', 'done'),
  found: means(z.number(), 'Names it gave, also those that others gave.', 17),
});
export type SourceState = z.infer<typeof SourceState>;

const sourceStates = means(z.array(SourceState), 'How far each source is.');
const asked = means(z.number(), 'Names that were asked for.', 4989);

const data = z.object({
  domain: isEssential(
    means(z.string(), 'What was searched, as A-labels (RFC 5890) without the final dot.', 'example.com'),
  ),
  subdomains: isEssential(means(z.array(Subdomain), 'What was found, sorted by name, from the domain down.')),
  sources: sourceStates,
  wildcards: means(
    z.array(z.string()),
    'Names below which everything exists, or much that nobody made: what only a list of words gives there is left out.',
    ['dev.example.com'],
  ),
  partialWildcards: means(
    z.array(z.string()),
    'Those of the wildcards that answer only a part of all names below them: one in so many, or labels of a certain length.',
    [],
  ),
  asked,
});

/** Names that are new or changed, and how far the search is. */
export const SubdomainProgress = z.object({
  subdomains: isEssential(means(z.array(Subdomain), 'Names that are new or changed since the last part.')),
  sources: sourceStates,
  asked,
});
export type SubdomainProgress = z.infer<typeof SubdomainProgress>;

export const subdomain = defineTool({
  id: 'subdomain',
  path: '/api/v2/subdomainFinder',
  title: 'Subdomain Finder',
  summary: 'Find the subdomains of a domain and their addresses',
  query: z.object({ domain: means(searchedDomainField, 'The domain to search below.', 'example.com') }),
  target: 'domain',
  data,
  progress: SubdomainProgress,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'servfail',
    'no_public_dns',
    'refused',
    'timeout',
    'invalid_response',
    'special_use',
    'denied',
    'connection_refused',
    'unreachable',
  ],
  freshMs: () => 3_600_000,
  // The default budget of a zone lets three searches through in ten minutes.
  recheckMs: 200_000,
  cost: 10,
  // A search below dead name servers lasts some ten seconds and does next to nothing in that time.
  capacity: { lookups: 12, perTarget: 1 },
  deadlineMs: () => 24_000,
  example: { domain: 'example.com' },
});
