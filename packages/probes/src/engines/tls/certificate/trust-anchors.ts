import type { X509Certificate } from 'node:crypto';
import { nameKey, type ParsedCertificate, parseCertificate } from './parsed-certificate.ts';

/** Trusted certificates, indexed by name. */
export interface TrustAnchors {
  has(member: ParsedCertificate): boolean;
  named(key: string): readonly ParsedCertificate[];
}

const known = new WeakMap<readonly X509Certificate[], TrustAnchors>();

/** Parses each list only once, since it holds all authorities of the runtime. */
export function trustAnchorsOf(certificates: readonly X509Certificate[]): TrustAnchors {
  const anchors = known.get(certificates) ?? readAnchors(certificates);
  known.set(certificates, anchors);
  return anchors;
}

function readAnchors(certificates: readonly X509Certificate[]): TrustAnchors {
  const byName = new Map<string, ParsedCertificate[]>();
  const fingerprints = new Set<string>();
  for (const certificate of certificates) {
    const member = parseCertificate(new Uint8Array(certificate.raw));
    if (member === null) continue;
    fingerprints.add(member.fingerprint);
    const key = nameKey(member.x509.subject);
    byName.set(key, [...(byName.get(key) ?? []), member]);
  }
  return {
    has: ({ fingerprint }) => fingerprints.has(fingerprint),
    named: (key) => byName.get(key) ?? [],
  };
}
