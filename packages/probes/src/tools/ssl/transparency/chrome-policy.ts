import { isInUse, type JudgedTimestamp, NO_TIMESTAMP, operatorOf, type PolicyJudge } from './judged-timestamp.ts';

const LONG_LIFETIME_MS = 180 * 86_400_000;

/**
 * Chrome's policy (googlechrome.github.io/CertificateTransparency/ct_policy.html), as its program applies it
 * (chrome_ct_policy_enforcer.cc): two operators, and beside that either one timestamp that came with the handshake, or
 * enough in the certificate, one of them from a log in use. Since 15 April 2026 none has to be from a log of RFC 6962.
 */
export const judgeChrome: PolicyJudge = ({ timestamps, lifetimeMs }) => {
  const issuedAt = Math.min(...timestamps.filter(isInUse).map(({ time }) => time?.getTime() ?? Infinity));
  const counted = timestamps.filter((one) => isInUse(one) || wasInUse(one, issuedAt));
  const embedded = counted.filter(({ origin }) => origin === 'certificate');
  const needed = lifetimeMs > LONG_LIFETIME_MS ? 3 : 2;
  const logs = new Set(embedded.map(({ logId }) => logId)).size;
  const hasOther = embedded.length < counted.length;
  if (counted.length === 0) return NO_TIMESTAMP;
  if (!hasOther && logs < needed) return `It needs timestamps of ${needed} logs in the certificate, and ${logs} count.`;
  if (!hasOther && !embedded.some(isInUse)) return 'None of them is from a log that is still in use.';
  const operators = new Set(counted.map(operatorOf)).size;
  return operators < 2 ? 'All of them are from logs of one operator, and it needs two.' : null;
};

/** Of a retired log what is in a certificate counts, if both were there before that. */
function wasInUse({ origin, log, time }: JudgedTimestamp, issuedAt: number): boolean {
  const retiredAt = log?.retiredAt?.getTime();
  if (retiredAt === undefined || origin !== 'certificate' || time === null) return false;
  return time.getTime() < retiredAt && issuedAt < retiredAt;
}
