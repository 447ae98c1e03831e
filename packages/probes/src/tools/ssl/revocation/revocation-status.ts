import type { FailureCode } from '@sonde/contract';
import type { UpdatePeriod } from '../../../engines/tls/certificate/freshness.ts';

/** The status of a certificate according to one source, or why it is unknown. */
export type RevocationStatus = KnownStatus | UnknownStatus;

export interface KnownStatus extends UpdatePeriod {
  readonly status: 'good' | 'revoked';
  readonly source: 'stapled' | 'ocsp' | 'crl';
  readonly revokedAt: Date | null;
  /** Name of the source, as the subject of a sentence; may quote untrusted text. */
  readonly sourceName: string;
}

export interface UnknownStatus {
  readonly status: 'unknown';
  /** Complete sentences, which may quote untrusted text. */
  readonly why: string;
  /** How the query failed; null if there was no source. */
  readonly code: FailureCode | null;
}

export function unknownStatus(why: string, code: FailureCode | null = null): UnknownStatus {
  return { status: 'unknown', why, code };
}
