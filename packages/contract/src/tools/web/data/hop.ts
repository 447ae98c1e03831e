import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

const milliseconds = z.nullable(z.number());

/** Where the time of one request went, in milliseconds, from the events of the socket itself. */
export const HopTiming = z.object({
  dnsMs: described(milliseconds, 'Time to resolve the name; null for an address in the URL.', 4.2),
  tcpMs: described(milliseconds, 'Time of the TCP handshake; null without a connection.', 11.8),
  tlsMs: described(milliseconds, 'Time of the TLS handshake; null for http.', 14.1),
  firstByteMs: described(
    milliseconds,
    'From the end of the handshakes to the first octet of the response; null without a response.',
    23.7,
  ),
  totalMs: described(z.number(), 'From the start of the request to the last octet that was read.', 58.3),
});
export type HopTiming = z.infer<typeof HopTiming>;

/** What the certificate of a hop is worth. */
export const HopCertificate = z.object({
  trusted: isEssential(
    described(
      z.nullable(z.boolean()),
      'Whether a browser would accept the certificate for this host; null if it could not be read.',
      true,
    ),
  ),
  reasons: described(
    z.array(z.string()),
    'Why it is not trusted, with the reasons of the SSL check, most severe first.',
    ['expired'],
  ),
  issuer: described(z.nullable(z.string()), 'The issuer of the certificate; null if not known.', 'CN=R11'),
  validTo: described(
    z.nullable(z.string()),
    'When the certificate expires, ISO 8601 in UTC; null if not known.',
    '2027-01-20T08:00:00.000Z',
  ),
});
export type HopCertificate = z.infer<typeof HopCertificate>;

/** One request, and its response. */
export const Hop = z.object({
  url: isEssential(described(z.string(), 'The URL that was requested.', 'https://example.com/')),
  address: isEssential(described(z.string(), 'The address that was contacted.', '192.0.2.80')),
  httpVersion: described(z.enum(['1.0', '1.1', '2']), 'The version of HTTP of the response.', '2'),
  status: isEssential(described(z.int(), 'The status code of the response.', 301)),
  headers: isEssential(
    described(
      z.array(z.tuple([z.string(), z.string()])),
      'The header fields of the response, name and value, as sent and in their order. In HTTP/2, names are in lower case.',
      [['location', 'https://www.example.com/']],
    ),
  ),
  timing: described(HopTiming, 'Where the time of this request went, in milliseconds.'),
  certificate: described(
    z.nullable(HopCertificate),
    'What the certificate of the server is worth; null for http. The request is made whatever it is worth.',
  ),
  location: described(
    z.nullable(z.string()),
    'For a redirect, the absolute URL that it leads to; null otherwise.',
    'https://www.example.com/',
  ),
});
export type Hop = z.infer<typeof Hop>;

export const chainEnds = ['answered', 'loop', 'too-many', 'refused-location', 'bad-location', 'failed'] as const;

/** The requests that follow from one URL. */
export const Start = z.object({
  url: isEssential(described(z.string(), 'The URL of the first request.', 'http://example.com/')),
  chain: isEssential(
    described(z.array(Hop), 'The requests in their order: each one is that to which the previous one redirected.'),
  ),
  end: isEssential(
    described(
      z.enum(chainEnds),
      'answered: a response that is not a redirect; loop: a redirect to a URL that was requested before; too-many: more than ten requests; refused-location: a redirect to an address, name or port that Sonde does not contact; bad-location: a redirect to something that is not an http or https URL; failed: no response.',
      'answered',
    ),
  ),
  reason: described(
    z.nullable(z.string()),
    'Why there is no response, or why the redirect was refused, with the reasons of failures; null otherwise.',
    null,
  ),
  location: described(
    z.nullable(z.string()),
    'The URL at which the chain ended if that was not requested or has no response, at most 2,000 characters; null otherwise.',
    null,
  ),
});
export type Start = z.infer<typeof Start>;
