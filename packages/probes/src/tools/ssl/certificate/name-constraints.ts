import type { GeneralName } from '../../../protocols/x509/general-names.ts';
import { matchesName } from './host-name.ts';
import { type Member, nameKey } from './member.ts';
import { nameOf } from './member-problems.ts';
import { type Problem, shown } from './reasons.ts';

/** A thousand names against a hundred constraints is work enough. */
const MAX_COMPARISONS = 100_000;

/**
 * Whether those below carry names that this authority must not give (RFC 5280 section 4.2.1.10): DNS, addresses and
 * subjects. Names of other kinds are nothing a TLS client goes by.
 */
export function constraintProblems(issuer: Member, below: readonly Member[]): Problem[] {
  const { nameConstraints } = issuer.x509.extensions;
  if (nameConstraints === null) return [];
  const { permitted, excluded } = nameConstraints;
  const names = below.flatMap(namesOf);
  const problem = (evidence: string): Problem[] => [{ name: 'untrusted', evidence: `${nameOf(issuer)} ${evidence}` }];
  if (names.length * ((permitted?.length ?? 0) + excluded.length) > MAX_COMPARISONS) {
    return problem('has more constraints than can be checked.');
  }
  const offender = names.find((name) => {
    const ofKind = (permitted ?? []).filter(({ kind }) => kind === name.kind);
    const isPermitted = ofKind.length === 0 || ofKind.some((subtree) => isWithin(name, subtree));
    return !isPermitted || excluded.some((subtree) => subtree.kind === name.kind && touches(name, subtree));
  });
  return offender === undefined ? [] : problem(`may not issue for ${shown(offender.text)}.`);
}

function namesOf({ x509 }: Member): GeneralName[] {
  const { subject, extensions } = x509;
  const alternatives = (extensions.alternativeNames ?? []).filter(({ kind }) => kind === 'dns' || kind === 'ip');
  // An empty subject is no name.
  if (subject.text === '') return alternatives;
  return [...alternatives, { kind: 'directory', text: subject.text, bytes: subject.der }];
}

/** A wildcard is also for names that are excluded one by one. */
function touches(name: GeneralName, subtree: GeneralName): boolean {
  return isWithin(name, subtree) || (name.kind === 'dns' && matchesName(subtree.text, name.text));
}

function isWithin(name: GeneralName, subtree: GeneralName): boolean {
  if (name.kind === 'dns') return isNameWithin(name.text, subtree.text);
  return name.kind === 'ip' ? isAddressWithin(name.bytes, subtree.bytes) : isSubjectWithin(name, subtree);
}

/** RFC 4514 writes the most general part last. */
function isSubjectWithin(name: GeneralName, subtree: GeneralName): boolean {
  const base = nameKey(subtree);
  return base === '' || nameKey(name) === base || nameKey(name).endsWith(`,${base}`);
}

/** The name itself, and all below it; after a leading dot, which no standard has for names, only what is below. */
function isNameWithin(name: string, subtree: string): boolean {
  const base = subtree.toLowerCase();
  if (base === '') return true;
  if (base.startsWith('.')) return name.toLowerCase().endsWith(base);
  return `.${name.toLowerCase().replace(/^\*\./, '')}`.endsWith(`.${base}`);
}

/** Address and mask, one after the other. */
function isAddressWithin(address: Uint8Array, subtree: Uint8Array): boolean {
  const { length } = address;
  if (subtree.length !== 2 * length) return false;
  return address.every((octet, index) => {
    const mask = subtree[length + index] ?? 0;
    return (octet & mask) === ((subtree[index] ?? 0) & mask);
  });
}
