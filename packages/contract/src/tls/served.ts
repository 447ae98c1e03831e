import * as z from 'zod/mini';
import { means } from '../means.ts';
import { isEssential } from '../reading.ts';
import { PublicKey } from './certificate.ts';
import { TlsVersion, UntrustedReason } from './judgement.ts';

/** How many addresses of a name a check contacts; further ones are listed and not asked. */
export const MAX_CHECKED_ADDRESSES = 16;

/** Why no certificate was read at an address. */
export const addressProblems = [
  'connection_refused',
  'unreachable',
  'reset',
  'timeout',
  'not_tls',
  'handshake_failed',
  'unrecognized_name',
  'invalid_response',
  'too_large',
  /** It took the hello, and what it sent of itself could not be read. */
  'unread',
  /** All checks together may open no more connections to it for the moment. */
  'limited',
  /** The name has more addresses than one check contacts, or the check ended before. */
  'not_asked',
] as const;
export const AddressProblem = z.enum(addressProblems);
export type AddressProblem = z.infer<typeof AddressProblem>;

const certificateNumber = (description: string, example: number | null) =>
  means(z.nullable(z.int()), description, example);

/** What one address of the name answers. */
export const ServedAddress = z.object({
  address: isEssential(means(z.string(), 'The address in its one spelling.', '192.0.2.80')),
  isMeasured: isEssential(
    means(
      z.boolean(),
      'True for the one that everything in this answer is about; of the others only the first handshake is made.',
      true,
    ),
  ),
  problem: means(z.nullable(AddressProblem), 'Why no certificate was read there; null where one was.', null),
  protocol: means(z.nullable(TlsVersion), 'The version that a current client negotiates there.', 'TLSv1.3'),
  certificate: certificateNumber('Number of the certificate that a current client gets, in servedCertificates.', 1),
  otherCertificates: means(
    z.array(z.int()),
    'Numbers of those that were met in other handshakes, by clients that do not support that kind of key first of all; at the measured address alone.',
    [],
  ),
  certificateWithoutName: certificateNumber(
    'Number of the one for clients that send no server name (RFC 6066); null where it was not asked or nameless clients are refused.',
    1,
  ),
  refusesWithoutName: means(
    z.nullable(z.boolean()),
    'True when it refuses clients that send no server name; null where that was not asked, as for literal addresses.',
    false,
  ),
});
export type ServedAddress = z.infer<typeof ServedAddress>;

/** One of the certificates that clients get, with the chain that comes along. */
export const ServedCertificate = z.object({
  number: isEssential(
    means(z.int(), 'From 1, which is the certificate that the other fields describe where one was read.', 1),
  ),
  subject: means(z.nullable(z.string()), 'Whom it names (RFC 4514).', 'CN=example.com'),
  issuer: means(z.nullable(z.string()), 'Who signed it (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  validFrom: means(z.nullable(z.string()), 'ISO 8601 in UTC.', '2026-10-01T00:00:00.000Z'),
  validUntil: means(z.nullable(z.string()), 'ISO 8601 in UTC.', '2026-12-30T23:59:59.000Z'),
  key: means(z.nullable(PublicKey), 'The public key in it.'),
  fingerprint: means(z.nullable(z.string()), 'SHA-256 of the certificate, upper-case hex with colons.', 'C9:EE:8C:…'),
  chainLength: isEssential(means(z.int(), 'How many certificates were sent, itself included.', 2)),
  valid: isEssential(
    means(z.boolean(), 'Whether a current client may trust it, with this chain, for this host.', true),
  ),
  reasons: means(z.array(UntrustedReason), 'Why not, the gravest first.', []),
  decides: isEssential(
    means(
      z.boolean(),
      'Whether it counts for valid of the whole answer. False for one that only nameless clients get and that is for other names.',
      true,
    ),
  ),
});
export type ServedCertificate = z.infer<typeof ServedCertificate>;

export const servedDifferenceNames = [
  'ADDRESSES',
  'KEY_TYPES',
  /** Several certificates with one kind of key: by version, or by which of several servers answers. */
  'SAME_KEY',
  'NO_SERVER_NAME',
  'PROTOCOLS',
  'NO_ANSWER',
] as const;

/** Where clients get different things under one name. */
export const ServedDifference = z.object({
  name: isEssential(means(z.enum(servedDifferenceNames), 'What differs.', 'ADDRESSES')),
  evidence: isEssential(
    means(z.string(), 'One sentence with what was seen.', 'Certificate 1 at 192.0.2.80, 2 at 192.0.2.81.'),
  ),
});
export type ServedDifference = z.infer<typeof ServedDifference>;

/** In the answer of a check: every certificate that was met, and where. */
export const ServedFields = z.object({
  addresses: means(
    z.array(ServedAddress),
    `Every address of the name, in numerical order, IPv4 first; at most ${MAX_CHECKED_ADDRESSES} are contacted.`,
  ),
  servedCertificates: means(z.array(ServedCertificate), 'Every certificate that was met; the worst decides valid.'),
  differences: means(z.array(ServedDifference), 'What differs between addresses, keys and clients.', []),
});
