import type { SignedCertificateTimestamp } from '../../../protocols/x509/scts.ts';
import type { Period } from './freshness.ts';
import type { Member } from './member.ts';
import { judgeOcsp, type OcspVerdict } from './ocsp-verdict.ts';
import { utcText } from './utc-text.ts';

/** What a stapled response says, and what that is worth. */
export interface StapleVerdict extends Period {
  /** `invalid` for one that is not about this certificate, not fresh, or not signed by who may. */
  readonly status: 'good' | 'revoked' | 'unknown' | 'invalid';
  readonly evidence: string;
  readonly revokedAt: Date | null;
  /** Certificate timestamps in it (RFC 6962 section 3.3). */
  readonly timestamps: readonly SignedCertificateTimestamp[];
}

/**
 * Judges a stapled response (RFC 6960 section 3.2) about the leaf; `issuer` is who signed that, null when unknown.
 */
export function judgeStaple(staple: Uint8Array, leaf: Member, issuer: Member | null, now: Date): StapleVerdict {
  const verdict = judgeOcsp(staple, leaf, issuer, now);
  if (verdict.status !== 'invalid') return { ...verdict, evidence: saying(verdict) };
  const nothing = { revokedAt: null, thisUpdate: null, nextUpdate: null, timestamps: [] };
  return { status: 'invalid', evidence: `The stapled response ${verdict.why}.`, ...nothing };
}

function saying({ status, revokedAt, thisUpdate }: Exclude<OcspVerdict, { status: 'invalid' }>): string {
  const when = thisUpdate ? utcText(thisUpdate) : 'an unknown time';
  if (status !== 'revoked') return `The stapled response of ${when} says: ${status}.`;
  return `The stapled response of ${when} says: revoked on ${revokedAt ? utcText(revokedAt) : 'an unknown day'}.`;
}
