import { hasAddress } from '@sonde/contract/mail-text/address-set';
import { spfPasses } from '@sonde/contract/mail-text/spf-passes';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DnsQuestion } from '../../../net/net.ts';
import { typeMnemonic } from '../../../protocols/dns-message/record-types.ts';
import { record } from '../../../testing/scripted-dns.ts';
import { dnsAnswer, scriptedNet } from '../../../testing/scripted-net.ts';
import { createMailDns } from '../dns.ts';
import { checkHost } from './check-host.ts';
import { senderOf } from './macro-values.ts';
import { readTree } from './read-tree.ts';

/** TXT records by name; hosts `h1` to `h4` have one address of each family, `mx.example` has two of them as MX. */
type Zone = Readonly<Record<string, string>>;

function dnsOf(zone: Zone) {
  const net = scriptedNet({
    ask: async (question: DnsQuestion) => {
      const type = typeMnemonic(question.type);
      const [, host] = /^h(\d)\.example$/.exec(question.name) ?? [];
      const text = zone[question.name];
      if (type === 'TXT' && text !== undefined)
        return dnsAnswer(question, { records: [record(question.name, type, 300, `"${text}"`)] });
      const values: Record<string, string[][]> =
        host !== undefined
          ? { A: [[`192.0.2.${host}`]], AAAA: [[`2001:db8::${host}`]] }
          : question.name === 'mx.example'
            ? {
                MX: [
                  ['10', 'h1.example'],
                  ['20', 'h2.example'],
                ],
              }
            : {};
      const records = (values[type] ?? []).map((fields) => record(question.name, type, 300, ...fields));
      const isKnown = host !== undefined || text !== undefined || question.name === 'mx.example';
      return dnsAnswer(question, isKnown ? { records } : { rcode: 3 });
    },
  });
  return createMailDns(net, AbortSignal.timeout(5000));
}

const names = ['r0.example', 'r1.example', 'r2.example', 'r3.example'];
const hosts = fc.constantFrom('h1.example', 'h2.example', 'h3.example', 'h4.example', 'mx.example', 'gone.example');
const bits = (most: number) => fc.constantFrom(0, 1, 2, 8, most - 8, most - 2, most - 1, most);
const mechanism = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('192.0.2.1', '128.0.0.1', '10.1.2.3'), bits(32))
      .map(([ip, length]) => `ip4:${ip}/${length}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('2001:db8::1', '::', '8000::'), bits(128))
      .map(([ip, length]) => `ip6:${ip}/${length}`),
  },
  { weight: 2, arbitrary: fc.tuple(hosts, bits(32)).map(([host, length]) => `a:${host}/${length}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('mx:mx.example', 'mx:mx.example/30//120', 'exists:h1.example', 'exists:gone.example'),
  },
  { weight: 4, arbitrary: fc.constantFrom(...names.slice(1), 'gone.example').map((name) => `include:${name}`) },
  { weight: 1, arbitrary: fc.constantFrom('all', 'ip5:1.2.3.4') },
);
const qualifier = fc.constantFrom('', '', '', '+', '-', '~', '?');
const text = fc
  .tuple(
    fc.array(fc.tuple(qualifier, mechanism), { maxLength: 6 }),
    fc.constantFrom('', ' -all', ' ~all', ' +all', ' redirect=r3.example', ' redirect=gone.example'),
  )
  .map(([terms, end]) => `v=spf1 ${terms.map(([sign, one]) => sign + one).join(' ')}${end}`);
const zones = fc
  .tuple(text, text, text, text)
  .map((texts): Zone => Object.fromEntries(texts.map((one, index) => [names[index] ?? '', one])));

const senders = [
  '192.0.2.1',
  '192.0.2.2',
  '192.0.2.3',
  '10.1.2.3',
  '128.0.0.1',
  '255.255.255.255',
  '0.0.0.0',
  '2001:db8::1',
  '2001:db8::4',
  '::',
  '8000::1',
];

it('an address is in the computed set exactly if check_host() lets it pass', async () => {
  let passing = 0;
  await fc.assert(
    fc.asyncProperty(zones, async (zone) => {
      const dns = dnsOf(zone);
      const found = spfPasses(await readTree(dns, 'r0.example'));
      expect(found?.unknown).toEqual([]);
      for (const ip of senders) {
        const { result } = await checkHost(dns, senderOf(ip, 'r0.example'));
        const isIn = found !== null && hasAddress(found.passes, ip);
        if (isIn) passing += 1;
        expect(`${ip} ${isIn}`).toBe(`${ip} ${result === 'pass'}`);
      }
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300) },
  );
  expect(passing).toBeGreaterThan(50);
});
