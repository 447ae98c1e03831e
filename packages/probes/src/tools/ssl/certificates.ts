import { createHash } from 'node:crypto';
import type { Net } from '../../net/net.ts';
import type { Path } from './certificate/find-paths.ts';
import { judgeCertificates } from './certificate/judge.ts';
import { inOrder, type Problem } from './certificate/reasons.ts';
import { noRevocationFacts, type RevocationFacts } from './revocation/revocation-facts.ts';
import { judgeTimestamps } from './transparency/judge-timestamps.ts';

/** What a server sent of itself in one handshake. */
export interface Sent {
  /** DER, in the order sent; null when they could not be read. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  /** Certificate timestamps in the handshake, as they came. */
  readonly timestamps: readonly Uint8Array[];
}

/** The fields of the answer that are about certificates. */
export type CertificateFacts = ReturnType<typeof readCertificates>;

/** Judges what a server sent for `host` by what is trusted here and now. */
export function readCertificates({ certificates, ocspResponse, timestamps }: Sent, host: string, net: Net) {
  const now = new Date();
  const { sctCount, ...facts } = judgeCertificates({
    served: certificates,
    staple: ocspResponse,
    host,
    anchors: net.trustAnchors(),
    now,
  });
  const { path, staple } = facts;
  return {
    ...facts,
    sctCount: sctCount === null ? null : sctCount + timestamps.length,
    transparency:
      path === null
        ? undefined
        : judgeTimestamps({ path, staple, handshake: timestamps, now, isPublic: isIssuedByPublic(path, net) }),
    isUnread: certificates === null,
    ...identityOf({ certificates }),
    ...noRevocationFacts,
  };
}

/** Honest chains have two to four. There may be two dozen of these, and a long one keeps us busy. */
const MAX_JUDGED = 20;

/** `readCertificates` for chains beside the main one: equal chains are judged once, and long ones by their beginning. */
export function createJudge(host: string, net: Net): (sent: Sent) => CertificateFacts {
  const known = new Map<string, CertificateFacts>();
  return (sent) => {
    const key = sent.certificates === null ? '' : chainKeyOf(sent.certificates);
    const judged = known.get(key);
    if (judged !== undefined) return judged;
    const certificates = sent.certificates?.slice(0, MAX_JUDGED) ?? null;
    const { chainKey, sentCount } = identityOf(sent);
    const facts = { ...readCertificates({ ...sent, certificates }, host, net), chainKey, sentCount };
    known.set(key, facts);
    return facts;
  };
}

function identityOf({ certificates }: Pick<Sent, 'certificates'>) {
  return {
    sentCount: certificates?.length ?? 0,
    chainKey: certificates === null ? null : chainKeyOf(certificates),
  };
}

/** Equal for equal certificates in the same order. */
export function chainKeyOf(certificates: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const der of certificates) hash.update(`${der.length} `).update(der);
  return hash.digest('base64');
}

/** Authorities that the operator has added are no public ones. */
function isIssuedByPublic({ members, isTrusted }: Path, net: Net): boolean {
  return isTrusted && net.isPublicAuthority(members.at(-1)?.fingerprint ?? '');
}

/** The same with what was found out about revocation. */
export function withRevocation(facts: CertificateFacts, found: RevocationFacts): CertificateFacts {
  return { ...facts, ...found, ...judgementOf([...facts.findings, ...found.problems]) };
}

/** What follows from everything that is wrong. */
export function judgementOf(problems: readonly Problem[]) {
  const findings = inOrder(problems);
  return { findings, reasons: [...new Set(findings.map(({ name }) => name))], valid: findings.length === 0 };
}
