import type { X509Certificate } from 'node:crypto';
import type { StapleProblem } from '@sonde/contract';
import { nameOf } from './certificate-problems.ts';
import { describeLeaf, describeMember, pemOf } from './describe.ts';
import { type CertificationPath, findPaths } from './find-paths.ts';
import { hostProblems } from './host-name.ts';
import { isSelfSigned, type ParsedCertificate, parseCertificate } from './parsed-certificate.ts';
import { pathProblems } from './path-problems.ts';
import { type CertificateProblem, inOrder, shortened } from './reasons.ts';
import { judgeStaple, type StapleJudgement } from './staple-judgement.ts';
import { type TrustAnchors, trustAnchorsOf } from './trust-anchors.ts';

/** What a server presented, and the context in which it is judged. */
export interface PresentedCertificates {
  /** DER, in the order sent; null if the certificates could not be read. */
  readonly served: readonly Uint8Array[] | null;
  /** The stapled OCSP response in DER; null without one. */
  readonly staple: Uint8Array | null;
  /** The requested name in A-labels, or an IP address without brackets. */
  readonly host: string;
  readonly anchors: readonly X509Certificate[];
  readonly now: Date;
}

/** Ordinary servers send two to four, test sites a few hundred; more would only use processor time. */
const MAX_SERVED = 500;

/**
 * Judges what a server presented by RFC 5280 (path), RFC 9525 (name) and RFC 6960 (stapled response), without any
 * connection. `fields` are the fields of the answer that describe certificates; `reasons` are all problems, most severe first;
 * `observations` have the evidence for each.
 */
export function judgeCertificates({ served, staple, host, anchors: certificates, now }: PresentedCertificates) {
  const anchors = trustAnchorsOf(certificates);
  const [leaf = null, ...others] = (served ?? []).slice(0, MAX_SERVED).map(parseCertificate);
  const readable = others.filter((member) => member !== null);
  const path = leaf === null ? null : bestPath(leaf, readable, anchors, now);
  const [, issuer = null] = path?.members ?? [];
  const stapled = leaf === null || staple === null ? null : judgeStaple(staple, leaf, issuer ?? selfIssuer(leaf), now);
  const observations = inOrder(
    leaf === null || path === null
      ? [noCertificate(served)]
      : [...pathProblems(path, now), ...trustProblems(path), ...hostProblems(leaf, host), ...revoked(stapled)],
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
    valid: observations.length === 0,
    reasons: [...new Set(observations.map(({ name }) => name))],
    observations,
    ocspStatus: stapled?.status ?? null,
    stapleProblem: stapleProblem(stapled),
    /** Signed certificate timestamps in the certificate and the stapled response, without those of the handshake. */
    sctCount: leaf === null ? null : (leaf.x509.extensions.timestamps?.length ?? 0) + (stapled?.timestamps.length ?? 0),
    /** The path with the fewest problems; null without a certificate. */
    path,
    staple: stapled,
    /** The certificate requires a stapled OCSP response (RFC 7633). */
    requiresStaple: leaf?.x509.extensions.requiresStaple ?? false,
  };
}

function noCertificate(served: PresentedCertificates['served']): CertificateProblem {
  const problem = (evidence: string): CertificateProblem => ({ name: 'no_certificate', evidence });
  if (served === null) return problem('The certificate of the server could not be read.');
  return problem(
    served.length === 0 ? 'The server sent no certificate.' : 'The server sent data that is not a certificate.',
  );
}

/** The path with the fewest problems. */
function bestPath(
  leaf: ParsedCertificate,
  served: readonly ParsedCertificate[],
  anchors: TrustAnchors,
  now: Date,
): CertificationPath | null {
  const judged = findPaths(leaf, served, anchors).map((path) => ({ path, count: pathProblems(path, now).length }));
  return judged.toSorted((a, b) => a.count - b.count)[0]?.path ?? null;
}

function selfIssuer(leaf: ParsedCertificate): ParsedCertificate | null {
  return isSelfSigned(leaf) ? leaf : null;
}

/** Why a path does not lead to a trust anchor. */
function trustProblems({ members, isTrusted, isForged }: CertificationPath): CertificateProblem[] {
  const [leaf] = members;
  const last = members.at(-1);
  if (isTrusted || leaf === undefined || last === undefined) return [];
  const problem = (name: CertificateProblem['name'], evidence: string): CertificateProblem[] => [{ name, evidence }];
  const issuer = shortened(last.x509.issuer.text);
  if (isSelfSigned(leaf)) {
    return problem('self_signed', 'The certificate is self-signed, so no authority confirms it.');
  }
  if (isSelfSigned(last))
    return problem('untrusted', `The chain ends at ${nameOf(last)}, which is not a trusted root.`);
  if (isForged) {
    const evidence = `The signature of ${nameOf(last)} does not verify with the key of the certificate for its issuer, ${issuer}.`;
    return problem('bad_signature', evidence);
  }
  // Certificates of public authorities contain the URL of the issuer's. Without it, or behind other issuers, the missing one may
  // be the root of a private authority, which need not be sent.
  if (members.length > 1 || leaf.x509.extensions.issuerUrls.length === 0) {
    const evidence = `The chain ends at an issuer whose certificate was not sent and is not a trusted root: ${issuer}.`;
    return problem('untrusted', evidence);
  }
  // That the path leads nowhere is a consequence, not a second reason.
  return problem('incomplete_chain', `The server does not send the intermediate certificate of the issuer, ${issuer}.`);
}

function missingIssuer(path: CertificationPath | null): string | null {
  const last = path?.members.at(-1);
  if (path === null || path.isTrusted || path.isForged || last === undefined || isSelfSigned(last)) return null;
  return last.x509.issuer.text;
}

function revoked(stapled: StapleJudgement | null): CertificateProblem[] {
  return stapled?.status === 'revoked' ? [{ name: 'revoked', evidence: stapled.evidence }] : [];
}

/** Why the stapled response is of no use; null if it is, or there is none. */
function stapleProblem(stapled: StapleJudgement | null): StapleProblem | null {
  if (stapled?.status === 'unknown') return { name: 'certificate_unknown', evidence: stapled.evidence };
  return stapled?.problem ? { name: stapled.problem, evidence: stapled.evidence } : null;
}

function builtChain(path: CertificationPath | null, others: readonly ParsedCertificate[], anchors: TrustAnchors) {
  if (path === null || !path.isTrusted) return [];
  const sent = new Set(others.map(({ fingerprint }) => fingerprint));
  return path.members.map((member, index) => {
    const isServers = index === 0 || (sent.has(member.fingerprint) && !anchors.has(member));
    return { ...describeMember(member), origin: isServers ? ('server' as const) : ('anchor' as const) };
  });
}
