import type { GeneralName } from '@sonde/contract/x509/general-names';
import { nameOf } from './certificate-problems.ts';
import { matchesName } from './host-name.ts';
import { isSelfIssued, nameKey, type ParsedCertificate } from './parsed-certificate.ts';
import { type CertificateProblem, shortened } from './reasons.ts';

/** Enough for a thousand names and a hundred constraints. */
const MAX_COMPARISONS = 100_000;

/**
 * Whether certificates below this authority have names that its constraints do not permit (RFC 5280 section 4.2.1.10): DNS
 * names, IP addresses and subjects. TLS clients do not use other types of names.
 */
export function constraintProblems(
  issuer: ParsedCertificate,
  below: readonly ParsedCertificate[],
): CertificateProblem[] {
  const { nameConstraints } = issuer.x509.extensions;
  if (nameConstraints === null) return [];
  const { permitted, excluded } = nameConstraints;
  // Self-issued certificates are exempt, except the server's own (RFC 5280 section 6.1.3 b).
  const names = below.filter((member, index) => index === 0 || !isSelfIssued(member)).flatMap(namesOf);
  const problem = (evidence: string): CertificateProblem[] => [
    { name: 'name_not_permitted', evidence: `${nameOf(issuer)} ${evidence}` },
  ];
  if (names.length * ((permitted?.length ?? 0) + excluded.length) > MAX_COMPARISONS) {
    return problem('has more name constraints than can be checked.');
  }
  const offender = names.find((name) => {
    const ofKind = (permitted ?? []).filter(({ kind }) => kind === name.kind);
    const isPermitted = ofKind.length === 0 || ofKind.some((subtree) => isWithin(name, subtree));
    return !isPermitted || excluded.some((subtree) => subtree.kind === name.kind && touches(name, subtree));
  });
  return offender === undefined ? [] : problem(`may not issue for ${shortened(offender.text)}.`);
}

function namesOf({ x509 }: ParsedCertificate): GeneralName[] {
  const { subject, extensions } = x509;
  const alternatives = (extensions.alternativeNames ?? []).filter(({ kind }) => kind === 'dns' || kind === 'ip');
  // An empty subject is not constrained.
  if (subject.text === '') return alternatives;
  return [...alternatives, { kind: 'directory', text: subject.text, bytes: subject.der }];
}

/** A wildcard also covers names that are excluded individually. */
function touches(name: GeneralName, subtree: GeneralName): boolean {
  return isWithin(name, subtree) || (name.kind === 'dns' && matchesName(subtree.text, name.text));
}

function isWithin(name: GeneralName, subtree: GeneralName): boolean {
  if (name.kind === 'dns') return isNameWithin(name.text, subtree.text);
  return name.kind === 'ip' ? isAddressWithin(name.bytes, subtree.bytes) : isSubjectWithin(name, subtree);
}

/** RFC 4514 strings have the most general RDN last. */
function isSubjectWithin(name: GeneralName, subtree: GeneralName): boolean {
  const base = nameKey(subtree);
  return base === '' || nameKey(name) === base || nameKey(name).endsWith(`,${base}`);
}

/** The name and all names below it; with a leading dot, which is common but not standard for DNS names, only those below. */
function isNameWithin(name: string, subtree: string): boolean {
  const base = subtree.toLowerCase();
  if (base === '') return true;
  if (base.startsWith('.')) return name.toLowerCase().endsWith(base);
  return `.${name.toLowerCase().replace(/^\*\./, '')}`.endsWith(`.${base}`);
}

/** A subtree is an address followed by a mask. */
function isAddressWithin(address: Uint8Array, subtree: Uint8Array): boolean {
  const { length } = address;
  if (subtree.length !== 2 * length) return false;
  return address.every((octet, index) => {
    const mask = subtree[length + index] ?? 0;
    return (octet & mask) === ((subtree[index] ?? 0) & mask);
  });
}
