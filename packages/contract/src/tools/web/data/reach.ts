import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

const answers = z.nullable(z.boolean());

/** The versions of HTTP that the host of the final page speaks. */
export const HttpVersions = z.object({
  h1: described(answers, 'Whether it answered by HTTP/1.1 or 1.0; null if not determined.', true),
  h2: described(answers, 'Whether it answered by HTTP/2 over TLS; null if not determined, as without https.', true),
  h3: described(
    answers,
    'Whether it completed a handshake of HTTP/3; null if not determined, as where UDP is not answered.',
    true,
  ),
  h3Reason: described(
    z.optional(z.nullable(z.string())),
    'Why h3 is what it is: handshake, silent, unreachable, closed, no-application-protocol, other-protocol, refused, no-known-version, invalid, too-large or incomplete; null if it was not asked, as without https.',
    'handshake',
  ),
  quic: described(
    z.array(z.string()),
    'The versions of QUIC that it named, in hexadecimal; empty if it was not determined.',
    ['00000001'],
  ),
});

/** One first request by one family of addresses. */
export const FamilyVisit = z.object({
  url: isEssential(described(z.string(), 'The URL that was requested.', 'https://example.com/')),
  address: described(z.nullable(z.string()), 'The address that was contacted; null if none.', '192.0.2.80'),
  reached: isEssential(described(answers, 'Whether there was a response; null if it was not requested.', true)),
  status: described(z.nullable(z.int()), 'The status code of the response; null without one.', 200),
  reason: described(
    z.nullable(z.string()),
    'Why there was no response, with the reasons of failures; null with one.',
    null,
  ),
  location: described(
    z.nullable(z.string()),
    'For a redirect, the absolute URL that it leads to; null otherwise.',
    null,
  ),
});

/** How the host answers by one family of addresses. */
export const FamilyAnswer = z.object({
  reached: described(
    answers,
    'Whether there was a response; null if it has no address of this family, or if that was not determined.',
    true,
  ),
  status: described(z.nullable(z.int()), 'The status code of the response; null without one.', 200),
  address: described(z.nullable(z.string()), 'The address that was contacted; null if none.', '192.0.2.80'),
  reason: described(
    z.nullable(z.string()),
    'Why there was no response, with the reasons of failures: no-address if the host has no address of this family; null with one.',
    null,
  ),
  visits: described(
    z.array(FamilyVisit),
    'The first request of each start by this family, without those that were not made.',
  ),
});

/** What DNS tells a browser about the host before it connects (RFC 9460). */
export const HttpsRecord = z.object({
  priority: described(z.int(), 'Priority; 0 for an alias.', 1),
  target: described(z.string(), 'The name that it refers to; a dot for the host itself.', '.'),
  alpn: isEssential(described(z.array(z.string()), 'The protocols that it announces.', ['h3', 'h2'])),
  port: described(z.nullable(z.int()), 'The port that it announces; null for that of the URL.', null),
  hasEch: described(z.boolean(), 'Whether it has a key for Encrypted Client Hello.', false),
});
