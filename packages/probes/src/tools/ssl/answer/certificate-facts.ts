import type { CertificationPath } from '../../../engines/tls/certificate/find-paths.ts';
import { judgeCertificates } from '../../../engines/tls/certificate/judge.ts';
import { type CertificateProblem, inOrder } from '../../../engines/tls/certificate/reasons.ts';
import { chainKeyOf, type ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import type { Net } from '../../../net/net.ts';
import { noRevocationFacts, type RevocationFacts } from '../revocation/revocation-facts.ts';
import { judgeTimestamps } from '../transparency/judge-timestamps.ts';

/** The fields of the answer about certificates. */
export type CertificateFacts = ReturnType<typeof readCertificates>;

/** Judges what a server presented for `host`, with the trust anchors and the time of this check. */
export function readCertificates({ certificates, ocspResponse, timestamps }: ServedChain, host: string, net: Net) {
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

/** Ordinary chains have two to four certificates. A check may meet two dozen chains, and a long one takes time to judge. */
const MAX_JUDGED = 20;

/** `readCertificates` for further chains: judges equal chains once, and only the first certificates of long ones. */
export function createJudge(host: string, net: Net): (sent: ServedChain) => CertificateFacts {
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

function identityOf({ certificates }: Pick<ServedChain, 'certificates'>) {
  return {
    sentCount: certificates?.length ?? 0,
    chainKey: certificates === null ? null : chainKeyOf(certificates),
  };
}

/** Authorities added by the operator are not public. */
function isIssuedByPublic({ members, isTrusted }: CertificationPath, net: Net): boolean {
  return isTrusted && net.isPublicAuthority(members.at(-1)?.fingerprint ?? '');
}

/** Adds the revocation status and judges again. */
export function withRevocation(facts: CertificateFacts, found: RevocationFacts): CertificateFacts {
  return { ...facts, ...found, ...judgementOf([...facts.observations, ...found.problems]) };
}

/** The overall judgement that follows from all problems. */
export function judgementOf(problems: readonly CertificateProblem[]) {
  const observations = inOrder(problems);
  return {
    observations,
    reasons: [...new Set(observations.map(({ name }) => name))],
    valid: observations.length === 0,
  };
}
