import type { UntrustedReason } from '@sonde/contract';
import type { CertificateKind } from '@sonde/lab';

/** Why each kind of the lab's certificates is not to be trusted; those that are not here are. */
export const whatIsWrong: Partial<Record<CertificateKind, UntrustedReason[]>> = {
  expired: ['expired'],
  'not-yet-valid': ['not_yet_valid'],
  'self-signed': ['self_signed'],
  'wrong-host': ['hostname_mismatch'],
  'untrusted-root': ['untrusted'],
  forged: ['untrusted'],
  'incomplete-chain': ['incomplete_chain'],
  'expired-intermediate': ['expired'],
  'sha1-intermediate': ['weak_signature'],
  'too-deep': ['untrusted'],
  constrained: ['untrusted'],
  foreign: ['untrusted'],
  excluded: ['untrusted'],
  'no-authority': ['untrusted'],
  'may-not-sign': ['untrusted'],
  revoked: ['revoked'],
  sha1: ['weak_signature'],
  md5: ['weak_signature'],
  'rsa-512': ['weak_key'],
  'rsa-1024': ['weak_key'],
  'p-192': ['weak_key'],
  'common-name-only': ['hostname_mismatch'],
  'client-only': ['wrong_usage'],
  'address-as-name': ['hostname_mismatch'],
  'wildcard-too-deep': ['hostname_mismatch'],
  'wildcard-parent': ['hostname_mismatch'],
  malformed: ['untrusted'],
  'unknown-critical': ['untrusted'],
};
