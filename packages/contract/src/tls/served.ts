import * as z from 'zod/mini';
import { described } from '../described.ts';
import type { FailureReason } from '../failure.ts';
import { isEssential } from '../reading.ts';
import { PublicKey } from './certificate.ts';
import { TlsVersion, UntrustedReason } from './judgement.ts';

/** How many addresses of a name a check contacts; further ones are listed only. */
export const MAX_CHECKED_ADDRESSES = 16;

/** How a handshake with an address can fail: reasons of a failed check, and problems of a name's other addresses. */
export const handshakeFailures = [
  'connection-refused',
  'unreachable',
  'reset',
  'timeout',
  'not-tls',
  'handshake-failed',
  'unrecognized-name',
  'invalid-response',
  'too-large',
] as const satisfies readonly FailureReason[];

/** Why no certificate was read at an address. */
export const addressProblems = [
  ...handshakeFailures,
  /** It accepted the ClientHello, but its certificate could not be read. */
  'unread',
  /** All checks together have used up the connections allowed to this address for now. */
  'limited',
  /** The name has more addresses than a check contacts, or the check ended early. */
  'not_asked',
] as const;
export const AddressProblem = z.enum(addressProblems);
export type AddressProblem = z.infer<typeof AddressProblem>;

const certificateNumber = (description: string, example: number | null) =>
  described(z.nullable(z.int()), description, example);

/** What one address of the name serves. */
export const ServedAddress = z.object({
  address: isEssential(described(z.string(), 'The address in canonical form.', '192.0.2.80')),
  isMeasured: isEssential(
    described(
      z.boolean(),
      'True for the address that the rest of this answer describes; at all others, only the first handshake is made.',
      true,
    ),
  ),
  problem: described(
    z.nullable(AddressProblem),
    'Why no certificate could be read at this address; null if one was read.',
    null,
  ),
  protocol: described(
    z.nullable(TlsVersion),
    'The version that a current client negotiates at this address; null without a handshake.',
    'TLSv1.3',
  ),
  certificate: certificateNumber(
    'Number of the certificate in servedCertificates that a current client receives; null without one.',
    1,
  ),
  otherCertificates: described(
    z.array(z.int()),
    'Numbers of further certificates seen in other handshakes, mainly by clients that do not support the type of key; at the measured address only.',
    [],
  ),
  certificateWithoutName: certificateNumber(
    'Number of the certificate for clients that send no server name (RFC 6066); null if not tested, or such clients are refused.',
    1,
  ),
  refusesWithoutName: described(
    z.nullable(z.boolean()),
    'True if the server refuses clients that send no server name; null if that was not tested, as for literal addresses.',
    false,
  ),
});
export type ServedAddress = z.infer<typeof ServedAddress>;

/** One of the certificates that clients receive, with its chain. */
export const ServedCertificate = z.object({
  number: isEssential(
    described(
      z.int(),
      'Number of the certificate, from 1. Number 1 is the certificate that the other fields of the answer describe, if one was read.',
      1,
    ),
  ),
  subject: described(z.nullable(z.string()), 'Subject of the certificate (RFC 4514).', 'CN=example.com'),
  issuer: described(
    z.nullable(z.string()),
    'Issuer of the certificate (RFC 4514).',
    'CN=Example Intermediate,O=Example',
  ),
  validFrom: described(z.nullable(z.string()), 'ISO 8601 in UTC.', '2026-10-01T00:00:00.000Z'),
  validUntil: described(z.nullable(z.string()), 'ISO 8601 in UTC.', '2026-12-30T23:59:59.000Z'),
  key: described(z.nullable(PublicKey), 'The public key in it.'),
  fingerprint: described(
    z.nullable(z.string()),
    'SHA-256 of the certificate as upper-case hexadecimal with colons.',
    'C9:EE:8C:…',
  ),
  chainLength: isEssential(described(z.int(), 'Number of certificates sent, including this one.', 2)),
  valid: isEssential(
    described(z.boolean(), 'Whether a current client can trust the certificate, with this chain, for this host.', true),
  ),
  reasons: described(z.array(UntrustedReason), 'Why it cannot be trusted, most severe first.', []),
  decides: isEssential(
    described(
      z.boolean(),
      'Whether the certificate counts towards valid of the whole answer. False for a certificate for other names that only clients without a server name receive.',
      true,
    ),
  ),
});
export type ServedCertificate = z.infer<typeof ServedCertificate>;

export const servedDifferenceNames = [
  'ADDRESSES',
  'KEY_TYPES',
  /** Several certificates with the same key type, depending on the version or on which server replies. */
  'SAME_KEY',
  'NO_SERVER_NAME',
  'PROTOCOLS',
  'NO_ANSWER',
] as const;

/** A difference between the certificates that clients receive for one name. */
export const ServedDifference = z.object({
  name: isEssential(described(z.enum(servedDifferenceNames), 'The kind of difference.', 'ADDRESSES')),
  evidence: isEssential(
    described(z.string(), 'What was observed, in one sentence.', 'Certificate 1 at 192.0.2.80, 2 at 192.0.2.81.'),
  ),
});
export type ServedDifference = z.infer<typeof ServedDifference>;

/** Fields of a check's answer with every certificate seen, and where. */
export const ServedFields = z.object({
  addresses: described(
    z.array(ServedAddress),
    `Every address of the name in numerical order, IPv4 first; at most ${MAX_CHECKED_ADDRESSES} of them are contacted.`,
  ),
  servedCertificates: described(z.array(ServedCertificate), 'All served certificates; the worst one determines valid.'),
  differences: described(
    z.array(ServedDifference),
    'Differences between the certificates at different addresses, for different keys and clients.',
    [],
  ),
});
