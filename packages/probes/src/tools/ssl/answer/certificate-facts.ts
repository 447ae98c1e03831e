import { nameOf } from '../../../engines/tls/certificate/certificate-problems.ts';
import type { CertificationPath } from '../../../engines/tls/certificate/find-paths.ts';
import { judgeCertificates } from '../../../engines/tls/certificate/judge.ts';
import { keyUsageProblems } from '../../../engines/tls/certificate/key-usage.ts';
import { isSelfSigned, type ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { type CertificateProblem, inOrder } from '../../../engines/tls/certificate/reasons.ts';
import { chainKeyOf, type ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import type { Net } from '../../../net/net.ts';
import { suiteOf } from '../../../protocols/tls-records/registries/suites.ts';
import { countDecoding } from '../../../work/work.ts';
import { noRevocationFacts, type RevocationFacts } from '../revocation/revocation-facts.ts';
import { judgeTimestamps } from '../transparency/judge-timestamps.ts';
import type { LogList } from '../transparency/log-list.ts';

/** The fields of the answer about certificates. */
export type CertificateFacts = ReturnType<typeof readCertificates>;

/** What certificates are judged with: trust anchors, and the list of logs that one check keeps to its end. */
export interface JudgedWith {
  readonly net: Net;
  readonly logList: LogList;
  /** The signal of the lookup to which the time for decoding is counted. */
  readonly signal: AbortSignal;
}

/** Judges what a server presented for `host`, with the trust anchors and the time of this check. */
export function readCertificates(sent: ServedChain, host: string, judgedWith: JudgedWith) {
  return countDecoding(judgedWith.signal, () => judgeChain(sent, host, judgedWith));
}

function judgeChain(sent: ServedChain, host: string, { net, logList }: JudgedWith) {
  const { certificates, ocspResponse, timestamps } = sent;
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
    ...judgementOf(facts.observations, { isUnread: certificates === null }),
    sctCount: sctCount === null ? null : sctCount + timestamps.length,
    transparency:
      path === null
        ? undefined
        : judgeTimestamps({ path, staple, handshake: timestamps, now, isPublic: isIssuedByPublic(path, net), logList }),
    isUnread: certificates === null,
    sent,
    ...identityOf({ certificates }),
    ...noRevocationFacts,
  };
}

/** Ordinary chains have two to four certificates. A check may meet two dozen chains, and a long one takes time to judge. */
const MAX_JUDGED = 20;

/** `readCertificates` for further chains: judges equal chains once, and only the first certificates of long ones. */
export function createJudge(
  host: string,
  judgedWith: JudgedWith,
): (sent: ServedChain, fetched?: readonly Uint8Array[]) => CertificateFacts {
  const known = new Map<string, CertificateFacts>();
  return (sent, fetched = []) => {
    const key = `${fetched.length} ${sent.certificates === null ? '' : chainKeyOf(sent.certificates)}`;
    const judged = known.get(key);
    if (judged !== undefined) return judged;
    const certificates = sent.certificates?.slice(0, MAX_JUDGED) ?? null;
    const { chainKey, sentCount } = identityOf(sent);
    const read = readCertificates({ ...sent, certificates }, host, judgedWith);
    const facts = { ...withFetched(read, fetched, host, judgedWith), chainKey, sentCount };
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

/**
 * Judges again with certificates that were fetched because the server does not send them: whether the chain is merely incomplete
 * shows only with the rest of it.
 */
export function withFetched(
  facts: CertificateFacts,
  fetched: readonly Uint8Array[],
  host: string,
  judgedWith: JudgedWith,
): CertificateFacts {
  const { certificates } = facts.sent;
  if (certificates === null || fetched.length === 0 || facts.path?.isTrusted !== false) return facts;
  const { path, observations } = readCertificates(
    { ...facts.sent, certificates: [...certificates, ...fetched] },
    host,
    judgedWith,
  );
  if (path === null || path.members.length <= facts.path.members.length) return facts;
  const missing = path.members.filter((member) => isFetched(member, fetched) && !isSelfSigned(member));
  const problems = [
    ...observations.filter(({ name }) => name !== 'incomplete_chain'),
    ...facts.observations.filter(({ name }) => name === 'revoked' || name === 'key_usage_mismatch'),
    ...missingProblem(facts.path, missing),
  ];
  const [first] = missing;
  const missingIssuer = facts.fields.missingIssuer ?? first?.x509.subject.text ?? null;
  return { ...facts, ...judgementOf(problems), fields: { ...facts.fields, missingIssuer } };
}

function isFetched({ x509 }: ParsedCertificate, fetched: readonly Uint8Array[]): boolean {
  return fetched.some((der) => Buffer.compare(der, x509.der) === 0);
}

/** None if the only missing certificate is a root, which a server need not send. */
function missingProblem({ isForged }: CertificationPath, missing: readonly ParsedCertificate[]): CertificateProblem[] {
  if (missing.length === 0) return [];
  const names = missing.map(nameOf).join(', ');
  const what = missing.length === 1 ? 'the intermediate certificate' : 'the intermediate certificates';
  const instead = isForged ? ', but another one of the same name, which did not sign the certificate before it' : '';
  return [{ name: 'incomplete_chain', evidence: `The server does not send ${what} ${names}${instead}.` }];
}

/** Adds whether the certificate permits what the server does with its key in the suite that a current client negotiates. */
export function withKeyUsage(facts: CertificateFacts, suiteCode: number | null): CertificateFacts {
  const suite = suiteCode === null ? null : suiteOf(suiteCode);
  const [leaf] = facts.path?.members ?? [];
  if (leaf === undefined || suite === null) return facts;
  const problems = keyUsageProblems(leaf, suite);
  return problems.length === 0 ? facts : { ...facts, ...judgementOf([...facts.observations, ...problems]) };
}

/** Adds the revocation status and judges again. */
export function withRevocation(facts: CertificateFacts, found: RevocationFacts): CertificateFacts {
  return { ...facts, ...found, ...judgementOf([...facts.observations, ...found.problems]) };
}

/** The overall judgement that follows from all problems. */
export function judgementOf(problems: readonly CertificateProblem[], { isUnread = false } = {}) {
  const observations = inOrder(problems);
  return {
    observations,
    reasons: [...new Set(observations.map(({ name }) => name))],
    // Nothing is known about a certificate that was not read.
    valid: isUnread && observations.every(({ name }) => name === 'no_certificate') ? null : observations.length === 0,
  };
}
