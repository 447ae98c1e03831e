import { isSignedBy, nameKey, type ParsedCertificate } from './parsed-certificate.ts';
import type { TrustAnchors } from './trust-anchors.ts';

/** Certificates from the server's own upwards; every signature between them has been verified. */
export interface CertificationPath {
  readonly members: readonly ParsedCertificate[];
  /** True when the last one is a trust anchor. */
  readonly isTrusted: boolean;
  /** True when a certificate with the last one's issuer name exists, but its key did not make the signature. */
  readonly isForged: boolean;
}

/** Ordinary paths have three or four certificates. */
const MAX_MEMBERS = 10;
/** A malicious server may send hundreds of certificates that name one another as issuers. */
const MAX_VERIFICATIONS = 200;
const MAX_PATHS = 32;

/**
 * Builds every certification path to a trust anchor (RFC 4158); if there is none, the longest other path. Neither the order
 * of the certificates nor unrelated ones among them matter.
 */
export function findPaths(
  leaf: ParsedCertificate,
  served: readonly ParsedCertificate[],
  anchors: TrustAnchors,
): readonly CertificationPath[] {
  const candidates = byName(served);
  const found: CertificationPath[] = [];
  let verifications = 0;
  const walk = (members: readonly ParsedCertificate[]): void => {
    const last = members.at(-1) ?? leaf;
    if (anchors.has(last)) {
      found.push({ members, isTrusted: true, isForged: false });
      return;
    }
    const key = nameKey(last.x509.issuer);
    const issuers = members.length < MAX_MEMBERS ? [...anchors.named(key), ...(candidates.get(key) ?? [])] : [];
    let isEnd = true;
    let isForged = false;
    for (const issuer of issuers) {
      if (members.some(({ fingerprint }) => fingerprint === issuer.fingerprint)) continue;
      if (found.length >= MAX_PATHS || verifications >= MAX_VERIFICATIONS) break;
      verifications += 1;
      if (isSignedBy(last, issuer)) {
        isEnd = false;
        walk([...members, issuer]);
      } else isForged = true;
    }
    if (isEnd) found.push({ members, isTrusted: false, isForged });
  };
  walk([leaf]);
  const trusted = found.filter(({ isTrusted }) => isTrusted);
  if (trusted.length > 0) return trusted;
  return found.toSorted((a, b) => b.members.length - a.members.length).slice(0, 1);
}

function byName(members: readonly ParsedCertificate[]): Map<string, ParsedCertificate[]> {
  const names = new Map<string, ParsedCertificate[]>();
  const seen = new Set<string>();
  for (const member of members) {
    if (seen.has(member.fingerprint)) continue;
    seen.add(member.fingerprint);
    const key = nameKey(member.x509.subject);
    names.set(key, [...(names.get(key) ?? []), member]);
  }
  return names;
}
