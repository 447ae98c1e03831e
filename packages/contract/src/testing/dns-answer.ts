import { dns } from '../tools/dns/contract.ts';
import { answerOf } from './answer-of.ts';

/** An answer about the unsigned zone example.com with these records, each as `name TTL TYPE field|field`. */
export function dnsAnswerOf(records: readonly string[], more: object = {}) {
  return answerOf(dns, {
    domain: 'example.com',
    records: tablesOf(records),
    authenticated: false,
    validationFailed: false,
    gaps: [],
    ...more,
  });
}

function tablesOf(lines: readonly string[]) {
  const byType = new Map<string, string[][]>();
  for (const line of lines) {
    const [, name = '', ttl = '', type = '', fields = ''] = /^(\S+) (\d+) (\S+) ?(.*)$/.exec(line) ?? [];
    byType.set(type, [...(byType.get(type) ?? []), [name, ...fields.split('|'), ttl]]);
  }
  return [...byType].map(([recordName, data]) => ({ recordName, titles: [], data }));
}
