import * as z from 'zod/mini';
import { searchedDomainField } from '../query.ts';
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

export const Subdomain = z.object({
  /** The whole name, as A-labels without the final dot. */
  subdomain: z.string(),
  ipv4List: z.array(z.string()),
  ipv6List: z.array(z.string()),
  sources: z.array(Source),
  /**
   * True when the name has an address; addresses that are not public are not listed. False when it has none: it exists
   * without, or only a certificate or a record names it. Null when that could not be found out.
   */
  resolves: z.nullable(z.boolean()),
});
export type Subdomain = z.infer<typeof Subdomain>;

/** How far one source is. `found` counts the names it gave, also those that others gave. */
export const SourceState = z.object({
  source: Source,
  state: z.enum(['running', 'done', 'failed']),
  found: z.number(),
});
export type SourceState = z.infer<typeof SourceState>;

const data = z.object({
  /** As A-labels, without the final dot. */
  domain: z.string(),
  /** Sorted by name, from the domain down. */
  subdomains: z.array(Subdomain),
  sources: z.array(SourceState),
  /** Names below which everything exists: what only a list of words gives there is left out. */
  wildcards: z.array(z.string()),
  /** Names that were asked for. */
  asked: z.number(),
});

/** Names that are new or changed, and how far the search is. */
export const SubdomainProgress = z.object({
  subdomains: z.array(Subdomain),
  sources: z.array(SourceState),
  asked: z.number(),
});
export type SubdomainProgress = z.infer<typeof SubdomainProgress>;

export const subdomain = defineTool({
  id: 'subdomain',
  path: '/api/v2/subdomainFinder',
  title: 'Subdomain Finder',
  summary: 'Find the subdomains of a domain and their addresses',
  query: z.object({ domain: searchedDomainField }),
  target: 'domain',
  data,
  progress: SubdomainProgress,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'servfail',
    'refused',
    'timeout',
    'invalid_response',
    'special_use',
    'denied',
    'connection_refused',
    'unreachable',
  ],
  freshMs: () => 3_600_000,
  cost: 10,
  capacity: { lookups: 4, perTarget: 1 },
  deadlineMs: () => 24_000,
  example: { domain: 'example.com' },
});
