import type { TimestampPolicy } from '@sonde/contract';
import { utcText } from '../../../engines/tls/certificate/utc-text.ts';
import { judgeApple } from './apple-policy.ts';
import { judgeChrome } from './chrome-policy.ts';
import type { JudgedTimestamp, PolicyJudge } from './judged-timestamp.ts';
import { isOutdated, type LogList } from './log-list.ts';

export interface PolicyEvidence {
  readonly timestamps: readonly JudgedTimestamp[];
  /** Validity period of the certificate in milliseconds; null if one of its dates is invalid. */
  readonly lifetimeMs: number | null;
  /** Whether a public authority issued the certificate. */
  readonly isPublic: boolean;
  readonly logList: LogList;
  readonly now: Date;
}

const policies: readonly (readonly [TimestampPolicy['policy'], PolicyJudge])[] = [
  ['Chrome', judgeChrome],
  ['Apple', judgeApple],
];

/** Whether the timestamps satisfy each policy; null if that cannot be determined. */
export function judgePolicies(evidence: PolicyEvidence): TimestampPolicy[] {
  return policies.map(([policy, judge]) => ({ policy, ...verdict(evidence, judge) }));
}

function verdict(evidence: PolicyEvidence, judge: PolicyJudge): Omit<TimestampPolicy, 'policy'> {
  const { timestamps, lifetimeMs, isPublic, logList, now } = evidence;
  const undetermined = (why: string) => ({ met: null, why });
  if (!isPublic)
    return undetermined('The policy applies only to certificates from public authorities, and this one is not.');
  if (isOutdated(logList, now))
    return undetermined(`The list of logs dates from ${utcText(logList.date)} and is too old.`);
  if (lifetimeMs === null) return undetermined('The certificate does not say how long it is valid.');
  const valid = timestamps.filter(({ status }) => status === 'valid');
  const missing = judge({ timestamps: valid, lifetimeMs });
  if (missing === null) return { met: true, why: null };
  const doubtful = timestamps.filter(({ status }) => status === 'unknown_log' || status === 'not_verified');
  const isMetWithDoubtful = judge({ timestamps: [...valid, ...doubtful], lifetimeMs }) === null;
  if (!isMetWithDoubtful) return { met: false, why: missing };
  return undetermined(`${missing} It would be met if the timestamps that could not be verified were valid.`);
}
