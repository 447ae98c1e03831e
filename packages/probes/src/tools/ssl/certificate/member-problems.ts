import { isSelfIssued, type Member } from './member.ts';
import { type Problem, shown } from './reasons.ts';
import { utcText } from './utc-text.ts';

/** Where in the path it stands. */
export interface Position {
  readonly isLeaf: boolean;
  readonly isAnchor: boolean;
}

/** NIST SP 800-57: 112 bits of security. */
const MIN_RSA_BITS = 2048;
const MIN_CURVE_BITS = 224;
const WEAK_HASHES = ['MD2', 'MD4', 'MD5', 'SHA-1'];
/** What an unnamed member is called in a sentence. */
const NAMELESS = 'a certificate without a name';

/** What is wrong with one member of a path by itself. */
export function memberProblems(member: Member, position: Position, now: Date): Problem[] {
  return [
    ...dateProblems(member, now),
    ...keyProblems(member),
    // Nobody relies on the signature of an anchor, or of a root that is none.
    ...(position.isAnchor || (!position.isLeaf && isSelfIssued(member)) ? [] : signatureProblems(member)),
    ...(position.isLeaf ? leafUsageProblems(member) : []),
    ...extensionProblems(member),
  ];
}

export function nameOf({ x509 }: Member): string {
  return shown(x509.subject.text) || NAMELESS;
}

function dateProblems(member: Member, now: Date): Problem[] {
  const { notBefore, notAfter } = member.x509;
  const name = nameOf(member);
  if (notBefore === null || notAfter === null) {
    return [{ name: 'expired', evidence: `${name} has dates that are none.` }];
  }
  if (now > notAfter) return [{ name: 'expired', evidence: `${name} expired on ${utcText(notAfter)}.` }];
  if (now >= notBefore) return [];
  return [{ name: 'not_yet_valid', evidence: `${name} is valid from ${utcText(notBefore)}.` }];
}

function keyProblems(member: Member): Problem[] {
  const { type, bits, curve } = member.x509.publicKey;
  const least = type === 'EC' ? MIN_CURVE_BITS : MIN_RSA_BITS;
  const isSized = ['RSA', 'RSA-PSS', 'DSA', 'EC'].includes(type);
  if (!isSized || bits === null || bits >= least) return [];
  const size = curve === null ? `${bits} bits` : `${bits} bits (${curve})`;
  return [{ name: 'weak_key', evidence: `The ${type} key of ${nameOf(member)} has ${size}; ${least} are the least.` }];
}

function signatureProblems(member: Member): Problem[] {
  const { name, hash } = member.x509.signatureAlgorithm;
  if (hash === null || !WEAK_HASHES.includes(hash)) return [];
  return [{ name: 'weak_signature', evidence: `${nameOf(member)} is signed with ${name} (${hash}).` }];
}

/** RFC 5280 sections 4.2.1.3 and 4.2.1.12, for what a TLS server does with its key. */
function leafUsageProblems(member: Member): Problem[] {
  const { keyUsage, extendedKeyUsage } = member.x509.extensions;
  const problems: Problem[] = [];
  if (!allowsServers(extendedKeyUsage)) {
    const purposes = extendedKeyUsage?.join(', ') || 'nothing';
    problems.push({ name: 'wrong_usage', evidence: `${nameOf(member)} is for ${shown(purposes)}, not for servers.` });
  }
  const uses = ['digitalSignature', 'keyEncipherment', 'keyAgreement'];
  if (keyUsage !== null && !keyUsage.some((use) => uses.includes(use))) {
    const allowed = keyUsage.join(', ') || 'nothing';
    problems.push({ name: 'wrong_usage', evidence: `The key of ${nameOf(member)} may be used for ${allowed} only.` });
  }
  return problems;
}

export function allowsServers(extendedKeyUsage: readonly string[] | null): boolean {
  return (
    extendedKeyUsage === null || extendedKeyUsage.some((use) => ['serverAuth', 'anyExtendedKeyUsage'].includes(use))
  );
}

/** RFC 5280 section 4.2: what is critical and not understood must not be accepted, nor what is malformed. */
function extensionProblems(member: Member): Problem[] {
  const { unknownCritical, malformed } = member.x509.extensions;
  const name = nameOf(member);
  const problems: Problem[] = [];
  if (unknownCritical[0] !== undefined) {
    const evidence = `${name} has the critical extension ${unknownCritical[0]}, which is unknown here.`;
    problems.push({ name: 'untrusted', evidence });
  }
  if (malformed[0] !== undefined) {
    problems.push({ name: 'untrusted', evidence: `The extension ${malformed[0]} of ${name} is malformed.` });
  }
  return problems;
}
