import type { Transparency } from '@sonde/contract';
import type { CertificationPath } from '../../../engines/tls/certificate/find-paths.ts';
import type { ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { type CollectedTimestamp, collectTimestamps, type TimestampSources } from './collect-timestamps.ts';
import type { JudgedTimestamp } from './judged-timestamp.ts';
import { builtInLogs, isOutdated, type LogList } from './log-list.ts';
import { judgePolicies } from './policies.ts';
import { isSignedByLog } from './verify-timestamp.ts';

/** What was presented with a certificate, and the facts needed to judge it. */
export interface TimestampEvidence extends Omit<TimestampSources, 'leaf' | 'issuer'> {
  readonly path: CertificationPath;
  readonly now: Date;
  /** Whether a public authority issued the certificate. */
  readonly isPublic: boolean;
  /** Default: the built-in list. */
  readonly logList?: LogList;
}

type Status = Transparency['timestamps'][number]['status'];

/**
 * Verifies the signed certificate timestamps (RFC 6962) from all three sources with the keys of known logs, and judges whether
 * they satisfy Chrome's and Apple's policies. No log is queried: a timestamp is only a log's promise to include the certificate.
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
    isPublic,
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
  if (entry === null) return as('not_verified', 'The signature covers the issuer’s key, and the issuer is not known.');
  const isSigned = isSignedByLog(timestamp, entry, log.key);
  if (isSigned === null) return as('not_verified', 'The signature algorithm does not match the log’s key.');
  if (!isSigned) return as('invalid', 'The signature does not verify with the log’s key.');
  // A timestamp must not lie in the future (RFC 6962 section 5.2).
  if (time === null || time > now) return as('invalid', 'The timestamp lies in the future.');
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

function lifetimeMs({ x509: { notBefore, notAfter } }: ParsedCertificate): number | null {
  return notBefore === null || notAfter === null ? null : notAfter.getTime() - notBefore.getTime();
}
