import type { Transparency } from '@sonde/contract';
import type { Path } from '../certificate/find-paths.ts';
import type { Member } from '../certificate/member.ts';
import { type CollectedTimestamp, collectTimestamps, type TimestampSources } from './collect-timestamps.ts';
import type { JudgedTimestamp } from './judged-timestamp.ts';
import { builtInLogs, isOutdated, type LogList } from './log-list.ts';
import { judgePolicies } from './policies.ts';
import { isSignedByLog } from './verify-timestamp.ts';

/** What came with a certificate, and who judges it. */
export interface TimestampEvidence extends Omit<TimestampSources, 'leaf' | 'issuer'> {
  readonly path: Path;
  readonly now: Date;
  /** Whether a public authority has issued it. */
  readonly isPublic: boolean;
  /** Default: the list that comes with the product. */
  readonly logList?: LogList;
}

type Status = Transparency['timestamps'][number]['status'];

/**
 * Verifies the certificate timestamps (RFC 6962) from all three sources by the list of logs, and says whether they would be
 * enough for Chrome and for Apple. No log is asked: that it holds the certificate is its promise, and nothing more.
 */
export function judgeTimestamps(evidence: TimestampEvidence): Transparency | undefined {
  const { path, now, isPublic, logList = builtInLogs() } = evidence;
  const [leaf, issuer = null] = path.members;
  if (leaf === undefined) return undefined;
  const timestamps = collectTimestamps({ ...evidence, leaf, issuer }).map((one) => judge(one, logList, now));
  const valid = timestamps.filter(({ status }) => status === 'valid');
  return {
    timestamps: timestamps.map(inWords),
    validCount: valid.length,
    operatorCount: new Set(valid.map(({ log }) => log?.operator)).size,
    policies: judgePolicies({ timestamps, lifetimeMs: lifetimeMs(leaf), isPublic, logList, now }),
    logList: { source: logList.source, date: logList.date.toISOString(), isOutdated: isOutdated(logList, now) },
  };
}

function judge({ origin, timestamp, entry }: CollectedTimestamp, { logs }: LogList, now: Date): JudgedTimestamp {
  const logId = Buffer.from(timestamp.logId).toString('base64');
  const log = logs.get(logId) ?? null;
  const { time } = timestamp;
  const as = (status: Status, why: string | null = null): JudgedTimestamp => {
    return { origin, status, time, logId, log, why };
  };
  if (log === null) return as('unknown_log');
  if (entry === null)
    return as('not_verified', 'It is signed along with the issuer’s key, and the issuer is not known.');
  const isSigned = isSignedByLog(timestamp, entry, log.key);
  if (isSigned === null) return as('not_verified', 'Its signature is of a kind that the log’s key does not make.');
  if (!isSigned) return as('invalid', 'The log’s key has not signed this certificate.');
  // RFC 6962 section 5.2.
  if (time === null || time > now) return as('invalid', 'Its time is still to come.');
  return as('valid');
}

function inWords({ origin, status, time, logId, log, why }: JudgedTimestamp): Transparency['timestamps'][number] {
  return {
    log: log?.name ?? null,
    operator: log?.operator ?? null,
    kind: log?.kind ?? null,
    logId,
    origin,
    time: time?.toISOString() ?? null,
    status,
    retiredAt: log?.retiredAt?.toISOString() ?? null,
    why,
  };
}

function lifetimeMs({ x509: { notBefore, notAfter } }: Member): number | null {
  return notBefore === null || notAfter === null ? null : notAfter.getTime() - notBefore.getTime();
}
