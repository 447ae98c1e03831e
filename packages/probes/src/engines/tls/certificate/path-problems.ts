import { allowsServers, certificateProblems, nameOf, type PlaceInPath } from './certificate-problems.ts';
import type { CertificationPath } from './find-paths.ts';
import { constraintProblems } from './name-constraints.ts';
import { isSelfIssued, type ParsedCertificate } from './parsed-certificate.ts';
import type { CertificateProblem } from './reasons.ts';

/** The problems of a path (RFC 5280 section 6.1), apart from whether it ends at a trust anchor. */
export function pathProblems({ members, isTrusted }: CertificationPath, now: Date): CertificateProblem[] {
  return members.flatMap((member, index) => {
    const position = { isLeaf: index === 0, isAnchor: isTrusted && index === members.length - 1 };
    const below = members.slice(0, index);
    const asIssuer =
      index === 0 ? [] : [...issuerProblems(member, below, position), ...constraintProblems(member, below)];
    return [...certificateProblems(member, position, now), ...asIssuer];
  });
}

/** Why this certificate must not have issued those below it. */
function issuerProblems(
  issuer: ParsedCertificate,
  below: readonly ParsedCertificate[],
  { isAnchor }: PlaceInPath,
): CertificateProblem[] {
  const { version, extensions } = issuer.x509;
  const { basicConstraints, keyUsage, extendedKeyUsage } = extensions;
  const name = nameOf(issuer);
  const noAuthority = (evidence: string): CertificateProblem => ({ name: 'not_an_authority', evidence });
  // Version 1 has no extensions. Some trust anchors are that old; anybody else must say that it is an authority
  // (RFC 5280 section 6.1.4 k).
  const isAuthority = basicConstraints === null ? version < 3 && isAnchor : basicConstraints.isAuthority;
  if (!isAuthority) return [noAuthority(`${name} issued a certificate but is not a certificate authority.`)];
  const problems: CertificateProblem[] = [];
  if (keyUsage !== null && !keyUsage.includes('keyCertSign')) {
    problems.push(noAuthority(`The key of ${name} must not be used to sign certificates.`));
  }
  // Self-issued certificates and the server's own do not count (RFC 5280 section 4.2.1.9).
  const between = below.slice(1).filter((member) => !isSelfIssued(member)).length;
  const allowed = basicConstraints?.pathLength ?? null;
  if (allowed !== null && between > allowed) {
    problems.push({
      name: 'path_too_long',
      evidence: `${name} allows a path length of ${allowed}, but ${between} ${between === 1 ? 'authority follows' : 'authorities follow'} it.`,
    });
  }
  if (!allowsServers(extendedKeyUsage)) {
    problems.push({ name: 'wrong_usage', evidence: `${name} must not issue certificates for TLS servers.` });
  }
  return problems;
}
