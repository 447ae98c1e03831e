import { expect, it } from 'vitest';
import { type DnsQuestion, type Net, NetFailure } from '../../../net/net.ts';
import { typeMnemonic } from '../../../protocols/dns-message/record-types.ts';
import { checkQuery, measure } from '../../../run.ts';
import { noData } from '../../../testing/no-data.ts';
import { record } from '../../../testing/scripted-dns.ts';
import { dnsAnswer, scriptedNet } from '../../../testing/scripted-net.ts';
import { createMailDns, withPatience } from '../dns.ts';
import { checkHost } from './check-host.ts';
import { senderOf } from './macro-values.ts';

/** Servers that answer no question for TXT records of `silent`; all other names exist without records. */
function netOf(silent: string, texts: Readonly<Record<string, string>> = {}): Net {
  return scriptedNet({
    ask: async (question: DnsQuestion) => {
      const { name } = question;
      if (name === silent) throw new NetFailure('timeout', name);
      const type = typeMnemonic(question.type);
      const text = type === 'TXT' ? texts[name] : undefined;
      return dnsAnswer(question, { records: text === undefined ? [] : [record(name, type, 300, `"${text}"`)] });
    },
  });
}
const lookUp = (net: Net, query: Readonly<Record<string, string>> = {}) =>
  measure(checkQuery('mail', { domain: 'example.com', smtp: 'false', ...query }), {
    net,
    data: noData,
    signal: AbortSignal.timeout(20_000),
  });
const ip = '192.0.2.1';

it('a record that no server returns is a temporary error for the given sender, not a failure', async () => {
  const answer = await lookUp(netOf('example.com'), { ip });
  expect(answer.spf).toMatchObject({ result: 'temperror', failure: 'timeout', record: null, allowed: null });
  expect(answer.gaps).toContainEqual({ part: 'spf', code: 'timeout' });
  const codes = answer.findings?.map(({ state, code }) => `${state} ${code}`);
  expect(codes).toEqual(expect.arrayContaining(['unknown spf-not-answered', 'unknown spf-sender-not-allowed']));
  expect(codes?.filter((code) => /spf-(?:missing|sound)/.test(code))).toEqual([]);
});

it('an include that no server returns is a temporary error for those whom no earlier term matches', async () => {
  const net = netOf('slow.example', { 'example.com': 'v=spf1 ip4:192.0.2.9 include:slow.example -all' });
  expect((await lookUp(net, { ip })).spf).toMatchObject({ result: 'temperror', failure: null });
  expect((await lookUp(net, { ip: '192.0.2.9' })).spf).toMatchObject({ result: 'pass' });
  const { spf } = await lookUp(net);
  expect(spf?.allowed).toMatchObject({ ipv4: 1, unknown: ['include:slow.example'] });
});

it('questions still open when patience ends count as timed out', async () => {
  const net = scriptedNet({ ask: () => new Promise<never>(() => {}) });
  const dns = createMailDns(net, AbortSignal.timeout(5000));
  const checked = await withPatience(dns, 20, (patient) => checkHost(patient, senderOf(ip, 'example.com')));
  expect(checked.result).toBe('temperror');
});
