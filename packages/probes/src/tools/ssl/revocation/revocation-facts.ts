import type { FailureCode, Gap, IssuerRevocation, Revocation } from '@sonde/contract';
import { nameOf } from '../certificate/member-problems.ts';
import type { Problem } from '../certificate/reasons.ts';
import { utcText } from '../certificate/utc-text.ts';
import type { Checked } from './check-path.ts';
import type { Outcome } from './outcome.ts';

/** What the answer says of revocation. */
export interface RevocationFacts {
  readonly revocation: Revocation | null;
  readonly issuerRevocations: readonly IssuerRevocation[];
  /** What makes the certificate one that is not to be trusted. */
  readonly problems: readonly Problem[];
  readonly gaps: readonly Gap[];
}

export const noRevocationFacts: RevocationFacts = {
  revocation: null,
  issuerRevocations: [],
  problems: [],
  gaps: [],
};

export function revocationFacts(checked: readonly Checked[]): RevocationFacts {
  const [leaf, ...issuers] = checked;
  const code = firstFailure(checked);
  return {
    revocation: leaf === undefined ? null : wordsOf(leaf.outcome),
    issuerRevocations: issuers.map(({ member, outcome }) => ({
      subject: member.x509.subject.text,
      ...wordsOf(outcome),
    })),
    problems: checked.flatMap(problemOf),
    gaps: code === null ? [] : [{ part: 'revocation', code }],
  };
}

function wordsOf(outcome: Outcome): Revocation {
  if (outcome.status === 'unknown') {
    const nothing = { source: null, revokedAt: null, thisUpdate: null, nextUpdate: null };
    return { status: 'unknown', ...nothing, why: outcome.why };
  }
  const { status, source, revokedAt, thisUpdate, nextUpdate } = outcome;
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

/** What is stapled has been told by the judge of the certificates already. */
function problemOf({ member, outcome }: Checked): Problem[] {
  if (outcome.status !== 'revoked' || outcome.source === 'stapled') return [];
  const when = outcome.revokedAt === null ? 'at an unknown time' : `on ${utcText(outcome.revokedAt)}`;
  return [{ name: 'revoked', evidence: `${outcome.teller} says that ${nameOf(member)} was revoked ${when}.` }];
}

/** Of the server's certificate before that of an issuer. */
function firstFailure(checked: readonly Checked[]): FailureCode | null {
  for (const { outcome } of checked) {
    if (outcome.status === 'unknown' && outcome.code !== null) return outcome.code;
  }
  return null;
}
