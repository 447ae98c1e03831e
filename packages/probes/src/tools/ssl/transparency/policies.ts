import type { TimestampPolicy } from '@sonde/contract';
import { utcText } from '../certificate/utc-text.ts';
import { judgeApple } from './apple-policy.ts';
import { judgeChrome } from './chrome-policy.ts';
import type { JudgedTimestamp, PolicyJudge } from './judged-timestamp.ts';
import { isOutdated, type LogList } from './log-list.ts';

export interface PolicyEvidence {
  readonly timestamps: readonly JudgedTimestamp[];
  /** From the first to the last moment of the certificate; null where one of them is no time. */
  readonly lifetimeMs: number | null;
  /** Whether a public authority has issued the certificate. */
  readonly isPublic: boolean;
  readonly logList: LogList;
  readonly now: Date;
}

const policies: readonly (readonly [TimestampPolicy['policy'], PolicyJudge])[] = [
  ['Chrome', judgeChrome],
  ['Apple', judgeApple],
];

/** Whether the timestamps would be enough; null where that cannot be told. */
export function judgePolicies(evidence: PolicyEvidence): TimestampPolicy[] {
  return policies.map(([policy, judge]) => ({ policy, ...verdict(evidence, judge) }));
}

function verdict(evidence: PolicyEvidence, judge: PolicyJudge): Omit<TimestampPolicy, 'policy'> {
  const { timestamps, lifetimeMs, isPublic, logList, now } = evidence;
  const cannotTell = (why: string) => ({ met: null, why });
  if (!isPublic) return cannotTell('Asked of certificates from public authorities only, and this is none.');
  if (isOutdated(logList, now))
    return cannotTell(`The list of logs is of ${utcText(logList.date)}, too old to judge by.`);
  if (lifetimeMs === null) return cannotTell('The certificate does not say how long it is valid.');
  const valid = timestamps.filter(({ status }) => status === 'valid');
  const missing = judge({ timestamps: valid, lifetimeMs });
  if (missing === null) return { met: true, why: null };
  const doubtful = timestamps.filter(({ status }) => status === 'unknown_log' || status === 'not_verified');
  const isEnoughWithThose = judge({ timestamps: [...valid, ...doubtful], lifetimeMs }) === null;
  if (!isEnoughWithThose) return { met: false, why: missing };
  return cannotTell(`${missing} It would be met if those that could not be verified were good.`);
}
