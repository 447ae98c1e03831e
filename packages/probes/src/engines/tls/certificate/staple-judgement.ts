import type { StapleProblem } from '@sonde/contract';
import type { SignedCertificateTimestamp } from '@sonde/contract/x509/scts';
import type { UpdatePeriod } from './freshness.ts';
import { judgeOcsp, type OcspJudgement } from './ocsp-judgement.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import { utcText } from './utc-text.ts';

/** The status in a stapled response, with its evidence. */
export interface StapleJudgement extends UpdatePeriod {
  /** `invalid` if it is about another certificate, not fresh, or not signed by an authorized responder. */
  readonly status: 'good' | 'revoked' | 'unknown' | 'invalid';
  readonly evidence: string;
  /** Why it is invalid. */
  readonly problem: StapleProblem['name'] | null;
  readonly revokedAt: Date | null;
  /** Signed certificate timestamps in the response (RFC 6962 section 3.3). */
  readonly timestamps: readonly SignedCertificateTimestamp[];
}

/**
 * Judges a stapled response (RFC 6960 section 3.2) about the leaf, which `issuer` has signed (null when unknown).
 */
export function judgeStaple(
  staple: Uint8Array,
  leaf: ParsedCertificate,
  issuer: ParsedCertificate | null,
  now: Date,
): StapleJudgement {
  const judgement = judgeOcsp(staple, leaf, issuer, now);
  if (judgement.status !== 'invalid') return { ...judgement, problem: null, evidence: evidenceOf(judgement) };
  const nothing = { revokedAt: null, thisUpdate: null, nextUpdate: null, timestamps: [] };
  const { problem, why } = judgement;
  return { status: 'invalid', problem, evidence: `The stapled response ${why}.`, ...nothing };
}

function evidenceOf({ status, revokedAt, thisUpdate }: Exclude<OcspJudgement, { status: 'invalid' }>): string {
  const when = thisUpdate ? utcText(thisUpdate) : 'an unknown time';
  if (status !== 'revoked') return `The stapled response of ${when} reports the status ${status}.`;
  return `The stapled response of ${when} reports that the certificate was revoked ${revokedAt ? `on ${utcText(revokedAt)}` : 'at an unknown time'}.`;
}
