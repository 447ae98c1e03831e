import { isInUse, type JudgedTimestamp, NO_TIMESTAMP, operatorOf, type PolicyJudge } from './judged-timestamp.ts';

const LONG_LIFETIME_MS = 180 * 86_400_000;
/** Apple counts the last second in the lifetime (RFC 5280 section 4.1.2.5). */
const LAST_SECOND_MS = 1000;

/**
 * Apple's policy (support.apple.com/103214), applied to Chrome's list of logs. It requires a timestamp from an RFC 6962 log,
 * and either two from active logs, one of them from the handshake, or enough in the certificate with one from an active log.
 * How many are enough, and how many of one operator count, depends on the lifetime of the certificate.
 */
export const judgeApple: PolicyJudge = ({ timestamps, lifetimeMs }) => {
  const isLong = lifetimeMs + LAST_SECOND_MS > LONG_LIFETIME_MS;
  const needed = isLong ? 3 : 2;
  const counted = timestamps.filter((one) => isInUse(one) || isBeforeRetirement(one));
  if (counted.length === 0) return NO_TIMESTAMP;
  // A log missing from the list may be an RFC 6962 log.
  if (!counted.some(({ log }) => log?.kind !== 'static')) return 'None of them is from an RFC 6962 log.';
  const current = counted.filter(isInUse);
  const hasOther = current.some(({ origin }) => origin !== 'certificate');
  if (hasOther && distinctLogs(current).length >= 2) return null;
  const embedded = distinctLogs(counted.filter(({ origin }) => origin === 'certificate'));
  if (!embedded.some(isInUse)) return 'None of those in the certificate is from a log that is still active.';
  const logs = countAtMost(embedded, isLong ? 2 : 1);
  if (logs >= needed) return null;
  const limit = isLong ? 'two' : 'one';
  return `Timestamps from ${needed} logs in the certificate are required, at most ${limit} of each operator; it has ${logs}.`;
};

/** "Once approved": a timestamp from before the log was retired. */
function isBeforeRetirement({ log, time }: JudgedTimestamp): boolean {
  const retiredAt = log?.retiredAt ?? null;
  return retiredAt !== null && time !== null && time < retiredAt;
}

function distinctLogs(timestamps: readonly JudgedTimestamp[]): JudgedTimestamp[] {
  return timestamps.filter((one, place) => timestamps.findIndex(({ logId }) => logId === one.logId) === place);
}

function countAtMost(timestamps: readonly JudgedTimestamp[], perOperator: number): number {
  const counts = new Map<string, number>();
  for (const one of timestamps) counts.set(operatorOf(one), (counts.get(operatorOf(one)) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.min(count, perOperator), 0);
}
