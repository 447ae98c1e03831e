import type { FailureCode, Gap, IssuerRevocation, Revocation } from '@sonde/contract';
import { nameOf } from '../../../engines/tls/certificate/certificate-problems.ts';
import type { CertificateProblem } from '../../../engines/tls/certificate/reasons.ts';
import { utcText } from '../../../engines/tls/certificate/utc-text.ts';
import type { CheckedCertificate } from './check-path.ts';
import type { RevocationStatus } from './revocation-status.ts';

/** The fields of the answer about revocation. */
export interface RevocationFacts {
  readonly revocation: Revocation | null;
  readonly issuerRevocations: readonly IssuerRevocation[];
  /** Revoked certificates, as problems of the chain. */
  readonly problems: readonly CertificateProblem[];
  readonly gaps: readonly Gap[];
}

export const noRevocationFacts: RevocationFacts = {
  revocation: null,
  issuerRevocations: [],
  problems: [],
  gaps: [],
};

export function revocationFacts(checked: readonly CheckedCertificate[]): RevocationFacts {
  const [leaf, ...issuers] = checked;
  const code = firstFailure(checked);
  return {
    revocation: leaf === undefined ? null : inWords(leaf.status),
    issuerRevocations: issuers.map(({ member, status }) => ({
      subject: member.x509.subject.text,
      ...inWords(status),
    })),
    problems: checked.flatMap(revokedProblem),
    gaps: code === null ? [] : [{ part: 'revocation', code }],
  };
}

function inWords(found: RevocationStatus): Revocation {
  if (found.status === 'unknown') {
    const nothing = { source: null, revokedAt: null, thisUpdate: null, nextUpdate: null };
    return { status: 'unknown', ...nothing, why: found.why };
  }
  const { status, source, revokedAt, thisUpdate, nextUpdate } = found;
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    status,
    source,
    revokedAt: iso(revokedAt),
    thisUpdate: iso(thisUpdate),
    nextUpdate: iso(nextUpdate),
    why: null,
  };
}

/** A revocation in the stapled response is already among the observations about certificates. */
function revokedProblem({ member, status }: CheckedCertificate): CertificateProblem[] {
  if (status.status !== 'revoked' || status.source === 'stapled') return [];
  const when = status.revokedAt === null ? 'at an unknown time' : `on ${utcText(status.revokedAt)}`;
  return [{ name: 'revoked', evidence: `${status.sourceName} says that ${nameOf(member)} was revoked ${when}.` }];
}

/** A failure for the server's own certificate precedes those for issuers. */
function firstFailure(checked: readonly CheckedCertificate[]): FailureCode | null {
  for (const { status } of checked) {
    if (status.status === 'unknown' && status.code !== null) return status.code;
  }
  return null;
}
