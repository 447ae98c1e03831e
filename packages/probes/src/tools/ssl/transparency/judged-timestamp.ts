import type { CertificateTimestamp } from '@sonde/contract';
import type { CertificateLog } from './log-list.ts';

/** A timestamp with the log that it names, and what its signature is worth. */
export interface JudgedTimestamp {
  readonly origin: CertificateTimestamp['origin'];
  readonly status: CertificateTimestamp['status'];
  readonly time: Date | null;
  /** Base64. */
  readonly logId: string;
  /** Null for one that the list does not hold. */
  readonly log: CertificateLog | null;
  readonly why: string | null;
}

/** What a policy looks at: the timestamps that it takes for good ones. */
export interface PolicyCase {
  readonly timestamps: readonly JudgedTimestamp[];
  readonly lifetimeMs: number;
}

/** What is missing, as a sentence; null when the policy is met. */
export type PolicyJudge = (evidence: PolicyCase) => string | null;

/** What both policies say of a certificate without any. */
export const NO_TIMESTAMP = 'There is no timestamp that counts.';

/** A log that nothing is known of counts as one in use: for the question what would be if it were. */
export function isInUse({ log }: JudgedTimestamp): boolean {
  return log === null || log.retiredAt === null;
}

/** Logs that the list does not hold may be anybody's. */
export function operatorOf({ log, logId }: JudgedTimestamp): string {
  return log?.operator ?? logId;
}
