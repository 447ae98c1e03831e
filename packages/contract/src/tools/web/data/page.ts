import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

/** The Strict-Transport-Security field as a browser reads it (RFC 6797). */
export const HstsPolicy = z.object({
  maxAge: isEssential(
    described(z.nullable(z.number()), 'Seconds for which browsers use only https; null if invalid.', 31_536_000),
  ),
  includeSubDomains: described(z.boolean(), 'Whether it covers all names below the host.', true),
  preload: described(z.boolean(), 'Whether it asks to be in the lists of browsers.', false),
});

/** Membership in the list of hosts for which browsers use only https, from the first visit on. */
export const HstsPreload = z.object({
  isListed: isEssential(described(z.boolean(), 'Whether an entry of the list covers the host.', true)),
  entry: described(
    z.nullable(z.string()),
    'That entry: the host itself, or a name above it whose entry includes subdomains; null if none covers it.',
    'example.com',
  ),
});

/** One cookie that a response set (RFC 6265). */
export const SetCookie = z.object({
  name: isEssential(described(z.string(), 'The name of the cookie.', '__Host-session')),
  url: described(z.string(), 'The URL of the response that set it.', 'https://example.com/'),
  secure: described(z.boolean(), 'Whether it is sent over https only.', true),
  httpOnly: described(z.boolean(), 'Whether scripts cannot read it.', true),
  sameSite: described(
    z.nullable(z.string()),
    'The value of SameSite: strict, lax or none; null if absent or invalid.',
    'lax',
  ),
  path: described(z.nullable(z.string()), 'The value of Path; null if absent.', '/'),
  domain: described(z.nullable(z.string()), 'The value of Domain; null if absent.', null),
  lifetimeSeconds: described(
    z.nullable(z.number()),
    'Seconds until it expires, by Max-Age or else Expires; null for a cookie that ends with the session.',
    3600,
  ),
});

/** The security.txt file of the site (RFC 9116). */
export const SecurityTxt = z.object({
  url: isEssential(described(z.string(), 'Where it was found.', 'https://example.com/.well-known/security.txt')),
  contentType: described(
    z.nullable(z.string()),
    'The value of the Content-Type field; null if absent.',
    'text/plain; charset=utf-8',
  ),
  contacts: described(z.array(z.string()), 'The values of Contact, most preferred first.', [
    'mailto:security@example.com',
  ]),
  expires: described(
    z.nullable(z.string()),
    'The value of Expires, ISO 8601 in UTC; null if absent or invalid.',
    '2027-06-30T00:00:00.000Z',
  ),
  canonical: described(z.array(z.string()), 'The values of Canonical.', [
    'https://example.com/.well-known/security.txt',
  ]),
  isSigned: described(z.boolean(), 'Whether it has an OpenPGP signature, which is not verified.', false),
  problems: described(z.array(z.string()), 'What is wrong with the file, in codes.', []),
});

/** How the body of the final page was transferred. */
export const Compression = z.object({
  encoding: isEssential(
    described(
      z.nullable(z.string()),
      'The content coding of the response, such as gzip or br; null if it was not compressed.',
      'br',
    ),
  ),
  bytes: described(z.int(), 'Octets of the body as transferred, as far as it was read.', 8210),
  decodedBytes: described(
    z.nullable(z.int()),
    'Octets of the body after decompression, as far as it was read; null if it could not be decompressed.',
    41_377,
  ),
  isComplete: described(z.boolean(), 'Whether the body was read to its end: at most 512 kB are read.', true),
  problem: described(
    z.nullable(z.string()),
    'Why the body was not read to its end: too-large, timeout, reset, corrupt (it is not in the announced coding) or unknown-encoding; null if it was.',
    null,
  ),
});

/** What the final page says about itself in HTML. */
export const PageFacts = z.object({
  title: described(z.nullable(z.string()), 'The title of the page; null if it has none.', 'Example Domain'),
  metaPolicies: described(z.array(z.string()), 'The Content Security Policies in meta elements.', []),
  metaReferrer: described(z.nullable(z.string()), 'The referrer policy in a meta element; null without one.', null),
  mixedActive: described(
    z.array(z.string()),
    'http URLs of scripts, style sheets and frames in a page that was loaded by https, at most 20: browsers block these.',
    [],
  ),
  mixedPassive: described(
    z.array(z.string()),
    'http URLs of images, audio and video in such a page, at most 20: browsers load these by https instead.',
    [],
  ),
});

/** How the server answers a page of another site that reads it by script (CORS). */
export const CorsAnswer = z.object({
  origin: isEssential(described(z.string(), 'The origin that was sent.', 'https://origin.invalid')),
  allowOrigin: described(z.nullable(z.string()), 'Access-Control-Allow-Origin; null if absent.', null),
  allowCredentials: described(z.nullable(z.string()), 'Access-Control-Allow-Credentials; null if absent.', null),
});
