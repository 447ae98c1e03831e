import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { knownLogs } from './known-logs.ts';

/** A certificate log (RFC 6962, or static-ct-api, whose timestamps are the same). */
export interface CertificateLog {
  readonly name: string;
  readonly operator: string;
  readonly kind: 'rfc6962' | 'static';
  readonly key: KeyObject;
  /** What was promised after that counts for nothing; null for a log in use. */
  readonly retiredAt: Date | null;
}

export interface LogList {
  /** Whose list it is, and where it was taken from. */
  readonly source: string;
  readonly date: Date;
  /** By SHA-256 of their keys, in Base64. */
  readonly logs: ReadonlyMap<string, CertificateLog>;
}

/** Chrome takes its own list for current for ten weeks (chrome_ct_policy_enforcer.cc), and judges nothing by an older one. */
const CURRENT_MS = 70 * 86_400_000;
const LINE = /^ {2}(rfc6962|static) +(-|\S+Z) (\S+) (.+)$/;

let builtIn: LogList | null = null;

/** The list that comes with the product, read when it is first needed. */
export function builtInLogs(): LogList {
  builtIn ??= readLogList({ ...knownLogs, date: new Date(knownLogs.date) });
  return builtIn;
}

/**
 * Reads a table of logs: the operator in a line of its own, below it, indented, a line for each of its logs.
 * @throws TypeError for a line that is none, or a key that is none
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
