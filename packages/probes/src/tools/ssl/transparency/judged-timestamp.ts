import type { CertificateTimestamp } from '@sonde/contract';
import type { CertificateLog } from './log-list.ts';

/** A timestamp with its log and the result of its verification. */
export interface JudgedTimestamp {
  readonly origin: CertificateTimestamp['origin'];
  readonly status: CertificateTimestamp['status'];
  readonly time: Date | null;
  /** In Base64. */
  readonly logId: string;
  /** Null for a log missing from the list. */
  readonly log: CertificateLog | null;
  readonly why: string | null;
}

/** What a policy is applied to: the timestamps considered valid. */
export interface PolicyCase {
  readonly timestamps: readonly JudgedTimestamp[];
  readonly lifetimeMs: number;
}

/** What is missing, as a sentence; null if the policy is satisfied. */
export type PolicyJudge = (evidence: PolicyCase) => string | null;

export const NO_TIMESTAMP = 'There is no timestamp that counts.';

/** An unknown log counts as active, to find out whether its timestamps would make a difference. */
export function isInUse({ log }: JudgedTimestamp): boolean {
  return log === null || log.retiredAt === null;
}

/** A log missing from the list counts as an operator of its own. */
export function operatorOf({ log, logId }: JudgedTimestamp): string {
  return log?.operator ?? logId;
}
