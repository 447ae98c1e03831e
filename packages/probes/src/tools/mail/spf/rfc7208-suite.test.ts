import { readFileSync } from 'node:fs';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { describe, expect, it } from 'vitest';
import { type DnsQuestion, NetFailure } from '../../../net/net.ts';
import type { ResourceRecord } from '../../../protocols/dns-message/message.ts';
import { typeMnemonic, typeNumber } from '../../../protocols/dns-message/record-types.ts';
import { dnsAnswer, scriptedNet } from '../../../testing/scripted-net.ts';
import { createMailDns } from '../dns.ts';
import { checkHost } from './check-host.ts';
import { senderOf } from './macro-values.ts';

/**
 * The test suite of RFC 7208 as in pyspf, as JSON and without comments; its licence is beside it. A name has records, or
 * the word TIMEOUT for a server that does not answer any other questions.
 */
interface Scenario {
  readonly description: string;
  readonly tests: Readonly<Record<string, Test>>;
  readonly zonedata: Readonly<Record<string, readonly Entry[]>>;
}
interface Test {
  readonly helo: string;
  readonly host: string;
  readonly mailfrom: string;
  readonly result: string | readonly string[];
  readonly explanation?: string;
}
type Entry = 'TIMEOUT' | Readonly<Record<string, unknown>>;

const file = new URL('../../../protocols/mail-text/spf/samples/rfc7208-tests.json', import.meta.url);
const scenarios: readonly Scenario[] = JSON.parse(readFileSync(file, 'utf8'));

/** SPF records in the suite are TXT records, unless the name has TXT records of its own. */
function recordsOf(name: string, entries: readonly Entry[]): ResourceRecord[] {
  const hasText = entries.some((entry) => entry !== 'TIMEOUT' && 'TXT' in entry);
  return entries.flatMap((entry) => {
    if (entry === 'TIMEOUT') return [];
    return Object.entries(entry).flatMap(([type, value]) => {
      if (value === 'NONE' || value === 'TIMEOUT' || (type === 'SPF' && hasText)) return [];
      const mnemonic = type === 'SPF' ? 'TXT' : type;
      return [{ name, type: typeNumber(mnemonic), ttlSeconds: 300, fields: fieldsOf(mnemonic, value) }];
    });
  });
}

function fieldsOf(type: string, value: unknown): string[] {
  if (type === 'TXT') return [(Array.isArray(value) ? value : [value]).map((text) => quoted(String(text))).join(' ')];
  if (type === 'MX') return (value as unknown[]).map((part) => (part === '' ? '.' : String(part)));
  return [String(value)];
}

const quoted = (text: string) => {
  const octets = Buffer.from(text, 'utf8').toString('latin1');
  const decimal = (one: string) => `\\${String(one.charCodeAt(0)).padStart(3, '0')}`;
  return `"${octets.replace(/["\\]|[^\x20-\x7e]/g, decimal)}"`;
};

function netOf(zonedata: Scenario['zonedata']) {
  const zone = new Map(Object.entries(zonedata).map(([name, entries]) => [name.toLowerCase(), { name, entries }]));
  const plain = (name: string) => name.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)));
  return scriptedNet({
    ask: async (question: DnsQuestion) => {
      const found = zone.get(plain(question.name).toLowerCase());
      if (found === undefined) return dnsAnswer(question, { rcode: 3 });
      const records = recordsOf(question.name, found.entries);
      const mnemonic = typeMnemonic(question.type);
      const own = records.filter(({ type }) => type === question.type);
      const timesOut = found.entries.some(
        (entry) =>
          entry === 'TIMEOUT' || entry[mnemonic] === 'TIMEOUT' || (mnemonic === 'TXT' && entry['SPF'] === 'TIMEOUT'),
      );
      if (own.length === 0 && timesOut) throw new NetFailure('timeout', question.name);
      const alias = records.find(({ type }) => type === typeNumber('CNAME'));
      if (alias === undefined) return dnsAnswer(question, { records: own });
      const target = alias.fields[0] ?? '';
      const behind = recordsOf(target, zone.get(target.toLowerCase())?.entries ?? []);
      return dnsAnswer(question, { records: [alias, ...behind.filter(({ type }) => type === question.type)] });
    },
  });
}

/** The suite's text if no explanation is expected. */
const DEFAULT = 'DEFAULT';

describe.each(scenarios)('$description', ({ tests, zonedata }) => {
  it.each(Object.entries(tests))('%s', async (_, { helo, host, mailfrom, result, explanation }) => {
    const dns = createMailDns(netOf(zonedata), AbortSignal.timeout(5000));
    const sender = senderOf(toIpv6(host) ?? host, mailfrom === '' ? `postmaster@${helo}` : mailfrom, helo);
    const checked = await checkHost(dns, sender);
    const allowed = Array.isArray(result) ? result : [result];
    expect(allowed).toContain(checked.result);
    if (explanation !== undefined && checked.result === 'fail')
      expect(checked.explanation ?? DEFAULT).toBe(explanation);
  });
});

it('contains all cases', () => {
  expect(scenarios.flatMap(({ tests }) => Object.keys(tests))).toHaveLength(203);
});
