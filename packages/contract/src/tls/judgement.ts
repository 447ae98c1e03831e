import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** Protocol versions, oldest first. */
export const tlsVersions = ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
export const TlsVersion = z.enum(tlsVersions);
export type TlsVersion = z.infer<typeof TlsVersion>;

/** Why a certificate cannot be trusted, the most severe reason first. */
export const untrustedReasons = [
  'no_certificate',
  'weak_key',
  'revoked',
  'expired',
  'not_yet_valid',
  'self_signed',
  'hostname_mismatch',
  'untrusted',
  'bad_signature',
  'not_an_authority',
  'path_too_long',
  'name_not_permitted',
  'unknown_extension',
  'malformed_extension',
  'incomplete_chain',
  'weak_signature',
  'wrong_usage',
  'ca_certificate',
  'key_usage_mismatch',
] as const;
export const UntrustedReason = z.enum(untrustedReasons);
export type UntrustedReason = z.infer<typeof UntrustedReason>;

/** The judgement on all certificates that clients may receive for a host. */
export const Judgement = z.object({
  valid: isEssential(
    described(
      z.nullable(z.boolean()),
      'Whether a current client can trust every certificate that it may receive for this host, at all of its addresses; null if the certificate could not be read, and no other is untrusted.',
      true,
    ),
  ),
  reasons: described(
    z.array(UntrustedReason),
    'Why valid is false, most severe first; observations contains the evidence for each reason.',
    [],
  ),
});

/** Known attacks that the server's configuration or software allows. */
export const vulnerabilityNames = [
  'HEARTBLEED',
  'CCS',
  'ROBOT',
  'POODLE',
  'DROWN',
  'FREAK',
  'LOGJAM',
  'SWEET32',
  'RC4',
  'NULL',
  'ANON',
  'CRIME',
  'INSECURE_RENEGOTIATION',
] as const;
export const VulnerabilityName = z.enum(vulnerabilityNames);
export type VulnerabilityName = z.infer<typeof VulnerabilityName>;

/** The evidence for each reason and each vulnerability. */
export const Observation = z.object({
  name: isEssential(
    described(z.enum([...untrustedReasons, ...vulnerabilityNames]), 'The reason or the vulnerability.', 'expired'),
  ),
  evidence: described(
    z.string(),
    'The evidence, in one sentence with versions, suites, sizes, dates or names. May quote hostile text.',
    'The certificate was valid until 2026-01-01T00:00:00Z.',
  ),
});
export type Observation = z.infer<typeof Observation>;

/**
 * Weaknesses that are not vulnerabilities of the server: attacks that do not affect current clients, anonymous suites where
 * clients accept any server, extension intolerance, and silence at long hellos.
 */
export const Note = z.object({
  name: isEssential(
    described(
      z.enum(['BEAST', 'LUCKY13', 'BREACH', 'ANON', 'EXTENSION_INTOLERANCE', 'LONG_HELLO', 'MUST_STAPLE']),
      'The name of the attack or other weakness.',
      'LUCKY13',
    ),
  ),
  evidence: described(z.string(), 'What was observed, in one sentence.', 'CBC suites are accepted in TLSv1.2.'),
});
export type Note = z.infer<typeof Note>;

/** Why a check ended before everything was measured. */
export const PartialReason = z.enum([
  /** The server stopped accepting what it accepted before, which suggests a rate limit. */
  'limited_by_server',
  /** Only a short hello was answered, and all others would be longer. */
  'long_hellos_unanswered',
  'connection_limit',
  'byte_limit',
  'time_limit',
  /** All checks together have used up the connections allowed to this address for now. */
  'address_limit',
]);
export type PartialReason = z.infer<typeof PartialReason>;
