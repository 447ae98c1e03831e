import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { optionalEnumField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { targetField } from '../../target-field.ts';
import { defineTool } from '../../tool.ts';
import { MIB, workLimits } from '../../work-limits.ts';
import { Hop, Start } from './data/hop.ts';
import { Compression, CorsAnswer, HstsPolicy, HstsPreload, PageFacts, SecurityTxt, SetCookie } from './data/page.ts';
import { FamilyAnswer, HttpsRecord, HttpVersions } from './data/reach.ts';

const data = z.object({
  url: isEssential(
    described(z.string(), 'The target in the query: a URL, or a host in canonical form.', 'https://example.com/'),
  ),
  starts: isEssential(
    described(
      z.array(Start),
      'The first requests and what follows from each: one for a URL, http and https for a host.',
    ),
  ),
  chain: isEssential(
    described(
      z.array(Hop),
      'The requests that lead to the final page: those of the https start if it has a response, else those of the other one.',
    ),
  ),
  final: isEssential(
    described(
      z.object({
        url: isEssential(described(z.string(), 'The URL of the last response.', 'https://www.example.com/')),
        status: isEssential(described(z.int(), 'Its status code.', 200)),
      }),
      'The last response of chain. Everything below is about it and its host.',
    ),
  ),
  hsts: described(
    z.nullable(HstsPolicy),
    'Its Strict-Transport-Security field; null if it has none or was not sent by https.',
  ),
  hstsPreload: described(
    z.nullable(HstsPreload),
    'Whether its host is in the list of Chromium, by the file of the operator; null if not determinable: without such a file, or for an address.',
  ),
  cookies: described(z.array(SetCookie), 'The cookies that the responses of chain set, in their order.'),
  securityTxt: described(
    z.nullable(SecurityTxt),
    'The security.txt file of its host; null if there is none or it was not determined.',
  ),
  securityTxtStatus: described(
    z.nullable(z.enum(['found', 'absent'])),
    'found; absent: at neither of its two places; null if not determined.',
    'found',
  ),
  compression: described(z.nullable(Compression), 'How its body was transferred; null if it has no body.'),
  page: described(z.nullable(PageFacts), 'What its HTML says; null if it is not HTML or could not be read.'),
  cors: described(
    z.nullable(CorsAnswer),
    'How its host answers a request from a page of another site; null if not determined.',
  ),
  versions: described(HttpVersions, 'The versions of HTTP and QUIC of its host.'),
  httpsRecords: described(
    z.nullable(z.array(HttpsRecord)),
    'The HTTPS records of its host; empty if it has none, null if not determined.',
  ),
  families: described(
    z.object({
      ipv4: described(FamilyAnswer, 'By IPv4.'),
      ipv6: described(FamilyAnswer, 'By IPv6.'),
    }),
    'How the host of the query answers by each family of addresses.',
  ),
});
export type WebData = z.infer<typeof data>;

export const web = defineTool({
  id: 'web',
  path: '/api/v2/web',
  title: 'Web',
  summary: 'What a browser meets at a web address',
  query: z.object({
    url: described(
      targetField('url', ['url', 'domain', 'ipv4', 'ipv6']),
      'An http or https URL; or a host name or IP address, of which both http and https are requested.',
      'example.com',
    ),
    family: described(optionalEnumField('family', ['4', '6']), '4 or 6: use only IPv4 or IPv6. Default: both.', '4'),
  }),
  target: 'url',
  targetKinds: ['url', 'domain', 'ipv4', 'ipv6'],
  report: { order: 55, question: ({ kind, target }) => (kind === 'domain' ? { url: target } : null) },
  contacts: ['resolvers', 'targets'],
  data,
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'unreachable', 'protocol', 'timeout'],
  reasons: [
    'nxdomain',
    'no-address',
    'servfail',
    'no-public-dns',
    'refused',
    'not-implemented',
    'error-code',
    'timeout',
    'cname-loop',
    'invalid-response',
    'special-use',
    'denied',
    'not-allowed-port',
    'connection-refused',
    'unreachable',
    'reset',
    'too-large',
    'not-tls',
    'handshake-failed',
  ],
  freshMs: () => 60_000,
  // Two checks a minute.
  recheckMs: 30_000,
  cost: 3,
  capacity: { lookups: 32, perTarget: 2 },
  most: workLimits({ questions: 64, connections: 40, packets: 700, octetsIn: 12 * MIB, decodingMs: 500 }),
  deadlineMs: () => 20_000,
  example: { url: 'example.com' },
});
