/** Codes of findings on a server's certificates and on whether they are trusted; all others concern its TLS. */
export const certificateCodes: ReadonlySet<string> = new Set([
  'certificate-trusted',
  'no-certificate',
  'weak-key',
  'certificate-revoked',
  'certificate-expired',
  'certificate-not-yet-valid',
  'self-signed-certificate',
  'name-mismatch',
  'untrusted-authority',
  'incomplete-chain',
  'weak-signature',
  'wrong-usage',
  'renewal-due',
  'long-lived-certificate',
  'short-lived-certificate',
  'superfluous-certificates',
  'chain-out-of-order',
  'not-revoked',
  'revocation-unknown',
  'ocsp-stapled',
  'stapled-response-unusable',
  'must-staple-unmet',
  'transparency-policy-met',
  'transparency-policy-unmet',
  'transparency-unknown',
  'certificates-vary',
  'certificates-by-address',
  'certificates-by-key-type',
  'certificate-without-server-name',
]);

/** Whether a finding concerns the server's certificates rather than its TLS. */
export function isAboutCertificate({ code }: { readonly code: string }): boolean {
  return certificateCodes.has(code);
}
