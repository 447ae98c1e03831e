import * as z from 'zod/mini';
import { means } from '../means.ts';
import { isEssential } from '../reading.ts';

/** Versions of the protocol, the oldest first. */
export const tlsVersions = ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
export const TlsVersion = z.enum(tlsVersions);
export type TlsVersion = z.infer<typeof TlsVersion>;

/** Why a certificate is not to be trusted, the gravest first. */
export const untrustedReasons = [
  'no_certificate',
  'weak_key',
  'revoked',
  'expired',
  'not_yet_valid',
  'self_signed',
  'hostname_mismatch',
  'untrusted',
  'incomplete_chain',
  'weak_signature',
  'wrong_usage',
] as const;
export const UntrustedReason = z.enum(untrustedReasons);
export type UntrustedReason = z.infer<typeof UntrustedReason>;

/** Of every certificate that clients may get, for a host. */
export const Judgement = z.object({
  valid: isEssential(
    means(
      z.boolean(),
      'Whether a current client may trust every certificate that it may get for this host, at any of its addresses.',
      true,
    ),
  ),
  reasons: means(
    z.array(UntrustedReason),
    'Why valid is false, the gravest first; each has its evidence in findings.',
    [],
  ),
});

/** Known attacks that this server's configuration or program allows. */
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

/** What the judgement rests on: one for each reason and each vulnerability. */
export const Finding = z.object({
  name: isEssential(
    means(z.enum([...untrustedReasons, ...vulnerabilityNames]), 'Which reason or vulnerability.', 'expired'),
  ),
  evidence: means(
    z.string(),
    'One sentence with what was seen: versions, suites, sizes, dates, names. May quote hostile text.',
    'The certificate was valid until 2026-01-01T00:00:00Z.',
  ),
});
export type Finding = z.infer<typeof Finding>;

/**
 * What is worth knowing and no vulnerability of the server: attacks that clients of today are not open to, anonymous suites
 * where clients take any server, and a server that hangs up on hellos.
 */
export const Note = z.object({
  name: isEssential(
    means(
      z.enum(['BEAST', 'LUCKY13', 'BREACH', 'ANON', 'EXTENSION_INTOLERANCE', 'MUST_STAPLE']),
      'Which attack, or what else is noted.',
      'LUCKY13',
    ),
  ),
  evidence: means(z.string(), 'One sentence with what was seen.', 'CBC suites are accepted in TLSv1.2.'),
});
export type Note = z.infer<typeof Note>;

/** Why a check ended before everything was asked. */
export const PartialReason = z.enum([
  /** The server stopped answering, though it still answered what it had answered before: it limits us. */
  'limited_by_server',
  'connection_limit',
  'byte_limit',
  'time_limit',
  /** All checks together may open no more connections to this address for the moment. */
  'address_limit',
]);
export type PartialReason = z.infer<typeof PartialReason>;
