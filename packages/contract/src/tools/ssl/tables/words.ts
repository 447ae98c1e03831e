import type { UntrustedReason } from '../../../tls/judgement.ts';

/** Words of the specification, verbatim. */
export const sslTexts = { missing: 'Not available', secure: 'Secure', notSecure: 'Not Secure' } as const;

/** Why a certificate is not secure, in two words. */
export const reasonNames: Readonly<Record<UntrustedReason, string>> = {
  no_certificate: 'No certificate',
  weak_key: 'Weak key',
  revoked: 'Revoked',
  expired: 'Expired',
  not_yet_valid: 'Not valid yet',
  self_signed: 'Self-signed',
  hostname_mismatch: 'Wrong name',
  untrusted: 'Untrusted issuer',
  bad_signature: 'Wrong issuer',
  not_an_authority: 'Issuer is no authority',
  path_too_long: 'Path too long',
  name_not_permitted: 'Name not permitted',
  unknown_extension: 'Unknown extension',
  malformed_extension: 'Malformed extension',
  incomplete_chain: 'Incomplete chain',
  weak_signature: 'Weak signature',
  wrong_usage: 'Wrong purpose',
  ca_certificate: 'Authority as server',
  key_usage_mismatch: 'Wrong key usage',
};
