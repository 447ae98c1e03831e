import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { knownLogs } from './known-logs.ts';

/** A certificate transparency log: RFC 6962, or static-ct-api, whose timestamps are the same. */
export interface CertificateLog {
  readonly name: string;
  readonly operator: string;
  readonly kind: 'rfc6962' | 'static';
  readonly key: KeyObject;
  /** Later timestamps do not count; null for an active log. */
  readonly retiredAt: Date | null;
}

export interface LogList {
  /** Who publishes the list, and where. */
  readonly source: string;
  readonly date: Date;
  /** By log ID: the SHA-256 of the key, in Base64. */
  readonly logs: ReadonlyMap<string, CertificateLog>;
}

/** Chrome does not enforce its policy with a list older than ten weeks (chrome_ct_policy_enforcer.cc). */
export const CURRENT_DAYS = 70;
const CURRENT_MS = CURRENT_DAYS * 86_400_000;
const LINE = /^ {2}(rfc6962|static) +(-|\S+Z) (\S+) (.+)$/;

let builtIn: LogList | null = null;

/** The built-in list, parsed at first use. */
export function builtInLogs(): LogList {
  builtIn ??= readLogList({ ...knownLogs, date: new Date(knownLogs.date) });
  return builtIn;
}

/**
 * Parses a table of logs: each line with an operator is followed by one indented line per log.
 * @throws TypeError for an invalid line or key
 */
export function readLogList({ table, ...about }: Omit<LogList, 'logs'> & { readonly table: string }): LogList {
  const logs = new Map<string, CertificateLog>();
  let operator = '';
  for (const line of table.split('\n').filter((text) => text.trim() !== '')) {
    if (!line.startsWith(' ')) {
      operator = line;
      continue;
    }
    const [, kind, retired, key, name] = LINE.exec(line) ?? [];
    if (kind === undefined || key === undefined || name === undefined) throw new TypeError(`no log: ${line}`);
    const der = Buffer.from(key, 'base64');
    logs.set(createHash('sha256').update(der).digest('base64'), {
      name,
      operator,
      kind: kind === 'static' ? 'static' : 'rfc6962',
      key: createPublicKey({ key: der, format: 'der', type: 'spki' }),
      retiredAt: retired === undefined || retired === '-' ? null : new Date(retired),
    });
  }
  return { ...about, logs };
}

export function isOutdated({ date }: LogList, now: Date): boolean {
  return now.getTime() - date.getTime() >= CURRENT_MS;
}
