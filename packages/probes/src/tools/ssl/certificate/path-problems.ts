import type { Path } from './find-paths.ts';
import { isSelfIssued, type Member } from './member.ts';
import { allowsServers, memberProblems, nameOf } from './member-problems.ts';
import { constraintProblems } from './name-constraints.ts';
import type { Problem } from './reasons.ts';

/** What is wrong with a path (RFC 5280 section 6.1), but for where it ends. */
export function pathProblems({ members, isTrusted }: Path, now: Date): Problem[] {
  return members.flatMap((member, index) => {
    const position = { isLeaf: index === 0, isAnchor: isTrusted && index === members.length - 1 };
    const below = members.slice(0, index);
    const asIssuer = index === 0 ? [] : [...issuerProblems(member, below), ...constraintProblems(member, below)];
    return [...memberProblems(member, position, now), ...asIssuer];
  });
}

/** Whether this one may have issued those below it. */
function issuerProblems(issuer: Member, below: readonly Member[]): Problem[] {
  const { version, extensions } = issuer.x509;
  const { basicConstraints, keyUsage, extendedKeyUsage } = extensions;
  const name = nameOf(issuer);
  const untrusted = (evidence: string): Problem => ({ name: 'untrusted', evidence });
  // Version 1 has no extensions; anchors of that age are still around.
  const isAuthority = basicConstraints === null ? version < 3 : basicConstraints.isAuthority;
  if (!isAuthority) return [untrusted(`${name} has issued a certificate and is no authority.`)];
  const problems: Problem[] = [];
  if (keyUsage !== null && !keyUsage.includes('keyCertSign')) {
    problems.push(untrusted(`The key of ${name} may not sign certificates.`));
  }
  // Self-issued ones do not count (RFC 5280 section 4.2.1.9), nor does the server's own.
  const between = below.slice(1).filter((member) => !isSelfIssued(member)).length;
  const allowed = basicConstraints?.pathLength ?? null;
  if (allowed !== null && between > allowed) {
    problems.push(untrusted(`${name} allows ${allowed} authorities below it, and there are ${between}.`));
  }
  if (!allowsServers(extendedKeyUsage)) {
    problems.push({ name: 'wrong_usage', evidence: `${name} may not issue certificates for servers.` });
  }
  return problems;
}
