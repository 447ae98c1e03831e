import type { X509Certificate } from 'node:crypto';
import { type Anchors, anchorsOf } from './anchors.ts';
import { describeLeaf, describeMember, pemOf } from './describe.ts';
import { findPaths, type Path } from './find-paths.ts';
import { hostProblems } from './host-name.ts';
import { isSelfSigned, type Member, readMember } from './member.ts';
import { nameOf } from './member-problems.ts';
import { pathProblems } from './path-problems.ts';
import { inOrder, type Problem, shown } from './reasons.ts';
import { judgeStaple, type StapleVerdict } from './staple.ts';

/** What a server showed, and who judges it. */
export interface Evidence {
  /** DER, as it was sent, in its order; null when it could not be read. */
  readonly served: readonly Uint8Array[] | null;
  /** The stapled OCSP response in DER; null when there was none. */
  readonly staple: Uint8Array | null;
  /** Whom the visitor asked for: a name in A-labels, or a literal address without brackets. */
  readonly host: string;
  readonly anchors: readonly X509Certificate[];
  readonly now: Date;
}

/** More would be a way to keep us busy; honest servers send two to four, test sites a few hundred. */
const MAX_SERVED = 500;

/**
 * Judges what a server sent, without a connection to anybody, by RFC 5280 (path), RFC 9525 (name) and RFC 6960 (stapled
 * revocation). `fields` are those of the answer that are about certificates. Everything that is wrong is in `reasons`, the gravest
 * first, with its evidence in `findings`.
 */
export function judgeCertificates({ served, staple, host, anchors: certificates, now }: Evidence) {
  const anchors = anchorsOf(certificates);
  const [leaf = null, ...others] = (served ?? []).slice(0, MAX_SERVED).map(readMember);
  const readable = others.filter((member) => member !== null);
  const path = leaf === null ? null : bestPath(leaf, readable, anchors, now);
  const [, issuer = null] = path?.members ?? [];
  const verdict = leaf === null || staple === null ? null : judgeStaple(staple, leaf, issuer ?? selfIssuer(leaf), now);
  const findings = inOrder(
    leaf === null || path === null
      ? [noCertificate(served)]
      : [...pathProblems(path, now), ...trustProblems(path), ...hostProblems(leaf, host), ...revoked(verdict)],
  );
  const chain = leaf === null ? [] : [leaf, ...readable];
  return {
    fields: {
      ...describeLeaf(leaf),
      certificateChain: chain.map(describeMember),
      builtChain: builtChain(path, readable, anchors),
      missingIssuer: missingIssuer(path),
      pem: pemOf(chain),
    },
    valid: findings.length === 0,
    reasons: [...new Set(findings.map(({ name }) => name))],
    findings,
    ocspStatus: verdict?.status ?? null,
    /** Certificate timestamps in the certificate and in the stapled response; those of the handshake are not among them. */
    sctCount: leaf === null ? null : (leaf.x509.extensions.timestamps?.length ?? 0) + (verdict?.timestamps.length ?? 0),
    /** The best path, in which every signature has been verified; null without a certificate. */
    path,
    staple: verdict,
    /** The certificate demands a stapled response (RFC 7633). */
    requiresStaple: leaf?.x509.extensions.requiresStaple ?? false,
  };
}

function noCertificate(served: Evidence['served']): Problem {
  const problem = (evidence: string): Problem => ({ name: 'no_certificate', evidence });
  if (served === null) return problem('The certificate of the server could not be read.');
  return problem(served.length === 0 ? 'The server sent no certificate.' : 'What the server sent is no certificate.');
}

/** The first with nothing wrong, else the one with the least. */
function bestPath(leaf: Member, served: readonly Member[], anchors: Anchors, now: Date): Path | null {
  const judged = findPaths(leaf, served, anchors).map((path) => ({ path, count: pathProblems(path, now).length }));
  return judged.toSorted((a, b) => a.count - b.count)[0]?.path ?? null;
}

function selfIssuer(leaf: Member): Member | null {
  return isSelfSigned(leaf) ? leaf : null;
}

/** Why a path that leads to no anchor ends where it ends. */
function trustProblems({ members, isTrusted, isForged }: Path): Problem[] {
  const [leaf] = members;
  const last = members.at(-1);
  if (isTrusted || leaf === undefined || last === undefined) return [];
  const problem = (name: Problem['name'], evidence: string): Problem[] => [{ name, evidence }];
  const issuer = shown(last.x509.issuer.text);
  if (isSelfSigned(leaf)) {
    return problem('self_signed', 'The certificate is signed with its own key, and nobody vouches for it.');
  }
  if (isSelfSigned(last)) return problem('untrusted', `The chain ends at ${nameOf(last)}, which is not trusted here.`);
  if (isForged) {
    return problem('untrusted', `The signature of ${nameOf(last)} does not verify with the key of ${issuer}.`);
  }
  if (members.length > 1) {
    return problem('untrusted', `The chain ends at an issuer that was not sent and is not known here: ${issuer}.`);
  }
  const missing = problem('incomplete_chain', `The server does not send the certificate of the issuer, ${issuer}.`);
  // Public authorities tell where the missing certificate is to be had; of others nobody knows what it would lead to.
  const isPublic = leaf.x509.extensions.issuerUrls.length > 0;
  return isPublic ? missing : [...missing, ...problem('untrusted', `Nothing shows that ${issuer} is to be trusted.`)];
}

function missingIssuer(path: Path | null): string | null {
  const last = path?.members.at(-1);
  if (path === null || path.isTrusted || path.isForged || last === undefined || isSelfSigned(last)) return null;
  return last.x509.issuer.text;
}

function revoked(verdict: StapleVerdict | null): Problem[] {
  return verdict?.status === 'revoked' ? [{ name: 'revoked', evidence: verdict.evidence }] : [];
}

function builtChain(path: Path | null, others: readonly Member[], anchors: Anchors) {
  if (path === null || !path.isTrusted) return [];
  const sent = new Set(others.map(({ fingerprint }) => fingerprint));
  return path.members.map((member, index) => {
    const isServers = index === 0 || (sent.has(member.fingerprint) && !anchors.has(member));
    return { ...describeMember(member), origin: isServers ? ('server' as const) : ('anchor' as const) };
  });
}
