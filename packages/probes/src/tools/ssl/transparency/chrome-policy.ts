import { isInUse, type JudgedTimestamp, NO_TIMESTAMP, operatorOf, type PolicyJudge } from './judged-timestamp.ts';

const LONG_LIFETIME_MS = 180 * 86_400_000;

/**
 * Chrome's policy (googlechrome.github.io/CertificateTransparency/ct_policy.html) as implemented in
 * chrome_ct_policy_enforcer.cc: two operators, and either one timestamp from handshake or OCSP, or enough in the certificate with
 * one from an active log. Since 15 April 2026, no timestamp from an RFC 6962 log is required.
 */
export const judgeChrome: PolicyJudge = ({ timestamps, lifetimeMs }) => {
  const issuedAt = Math.min(...timestamps.filter(isInUse).map(({ time }) => time?.getTime() ?? Infinity));
  const counted = timestamps.filter((one) => isInUse(one) || wasInUse(one, issuedAt));
  const embedded = counted.filter(({ origin }) => origin === 'certificate');
  const needed = lifetimeMs > LONG_LIFETIME_MS ? 3 : 2;
  const logs = new Set(embedded.map(({ logId }) => logId)).size;
  const hasOther = embedded.length < counted.length;
  if (counted.length === 0) return NO_TIMESTAMP;
  if (!hasOther && logs < needed)
    return `Timestamps from ${needed} logs in the certificate are required; it has ${logs}.`;
  if (!hasOther && !embedded.some(isInUse)) return 'None of them is from a log that is still active.';
  const operators = new Set(counted.map(operatorOf)).size;
  return operators < 2 ? 'All of them are from logs of one operator; two operators are required.' : null;
};

/** A timestamp from a retired log counts if it is embedded and both it and the certificate predate the retirement. */
function wasInUse({ origin, log, time }: JudgedTimestamp, issuedAt: number): boolean {
  const retiredAt = log?.retiredAt?.getTime();
  if (retiredAt === undefined || origin !== 'certificate' || time === null) return false;
  return time.getTime() < retiredAt && issuedAt < retiredAt;
}
