import { fingerprintOf, isSelfSigned, type ParsedCertificate, serialText } from './parsed-certificate.ts';

/** One certificate of a chain as the contract describes it. Its texts come from the issuer and are untrusted. */
export function describeMember(member: ParsedCertificate) {
  const { x509, fingerprint } = member;
  return {
    subject: x509.subject.text,
    issuer: x509.issuer.text,
    validFrom: x509.notBefore?.toISOString() ?? null,
    validUntil: x509.notAfter?.toISOString() ?? null,
    serialNumber: serialText(x509.serialNumber),
    signatureAlgorithm: x509.signatureAlgorithm.name,
    fingerprint,
    selfSigned: isSelfSigned(member),
  };
}

/** The fields about the server's own certificate; null or empty when there is none. */
export function describeLeaf(leaf: ParsedCertificate | null) {
  const { x509 } = leaf ?? {};
  const described = leaf === null ? null : describeMember(leaf);
  const { type, bits, curve } = x509?.publicKey ?? {};
  return {
    subject: described?.subject ?? null,
    issuer: described?.issuer ?? null,
    validFrom: described?.validFrom ?? null,
    validUntil: described?.validUntil ?? null,
    serialNumber: described?.serialNumber ?? null,
    version: x509?.version ?? null,
    signatureAlgorithm: described?.signatureAlgorithm ?? null,
    certificateFingerprints: {
      'SHA-1': x509 === undefined ? null : fingerprintOf('sha1', x509.der),
      'SHA-256': leaf?.fingerprint ?? null,
    },
    subjectAlternativeNames: (x509?.extensions.alternativeNames ?? []).map(({ text }) => text),
    key: type === undefined ? null : { type, bits: bits ?? null, curve: curve ?? null },
    keyUsages: [...(x509?.extensions.keyUsage ?? [])],
    extendedKeyUsages: [...(x509?.extensions.extendedKeyUsage ?? [])],
  };
}

/** Textual encoding with lines of 64 characters (RFC 7468). */
export function pemOf(members: readonly ParsedCertificate[]): string | null {
  if (members.length === 0) return null;
  return members
    .map(({ x509 }) => {
      const lines = Buffer.from(x509.der)
        .toString('base64')
        .replace(/.{64}(?=.)/g, '$&\n');
      return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
    })
    .join('');
}
