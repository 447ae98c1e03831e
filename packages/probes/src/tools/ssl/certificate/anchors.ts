import type { X509Certificate } from 'node:crypto';
import { type Member, nameKey, readMember } from './member.ts';

/** Trusted certificates, found by their name. */
export interface Anchors {
  has(member: Member): boolean;
  named(key: string): readonly Member[];
}

const known = new WeakMap<readonly X509Certificate[], Anchors>();

/** Reads each list once: it holds all authorities of the runtime. */
export function anchorsOf(certificates: readonly X509Certificate[]): Anchors {
  const anchors = known.get(certificates) ?? readAnchors(certificates);
  known.set(certificates, anchors);
  return anchors;
}

function readAnchors(certificates: readonly X509Certificate[]): Anchors {
  const byName = new Map<string, Member[]>();
  const fingerprints = new Set<string>();
  for (const certificate of certificates) {
    const member = readMember(new Uint8Array(certificate.raw));
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
