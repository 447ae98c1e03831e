import { expect, it } from 'vitest';
import type { nameExplanations } from '../../../finding/names/explanations.ts';
import { dnsAnswerOf as answer } from '../../../testing/dns-answer.ts';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import { resolverGoldens } from '../../../testing/resolver-goldens.ts';
import { senderPolicyGoldens } from '../../../testing/sender-policy-goldens.ts';
import type { dnsExplanations } from '../explanations.ts';
import { dnsFindings } from './findings.ts';

const soa = 'example.com 3600 SOA ns1.example.com|hostmaster.example.com|1|7200|3600|1209600|300';
const txt = (...strings: string[]) => strings.map((text) => `example.com 300 TXT "${text}"`);
const mx = (...hosts: string[]) => answer(hosts.map((host) => `example.com 300 MX 10|${host}`));
const www = (lines: readonly string[], more: object = {}) => answer(lines, { domain: 'www.example.com', ...more });
const timeout = (part: string) => ({ part, code: 'timeout' });
const rrsig = (name: string, covered: string) =>
  `${name} 300 RRSIG ${covered}|13|2|300|20261222061353|20261122061353|53745|example.com|t1PADN69`;
const address = 'example.com 300 A 192.0.2.1';
const alias = 'www.example.com 300 CNAME host.example.net';

testGoldenFindings<keyof typeof dnsExplanations | keyof typeof nameExplanations>('dns', {
  ...resolverGoldens,
  'alias-resolved': {
    state: 'good',
    has: www([alias, 'host.example.net 300 A 192.0.2.1']),
    evidence: 'www.example.com is an alias of host.example.net, which has records.',
    hasNot: answer([address]),
  },
  'alias-dangling': {
    state: 'bad',
    has: www([alias]),
    evidence: /alias of host\.example\.net, which has no records/,
    hasNot: www([alias, 'HOST.example.net 300 TXT "only text"']),
  },
  'alias-open-to-takeover': {
    state: 'bad',
    has: www(['www.example.com 300 CNAME shop.azurewebsites.net']),
    evidence: /Azure App Service \(https:\/\/learn\.microsoft\.com/,
    hasNot: www(['www.example.com 300 CNAME shop.azurewebsites.net.example']),
  },
  'alias-and-other-data': {
    state: 'bad',
    has: answer(['example.com 300 CNAME host.example.net', soa, 'host.example.net 300 A 192.0.2.1']),
    evidence: 'example.com has a CNAME record and also records of type SOA.',
    hasNot: answer([
      'example.com 300 CNAME host.example.net',
      rrsig('example.com', 'CNAME'),
      'host.example.net 300 A 192.0.2.1',
    ]),
  },
  'alias-unknown': {
    state: 'unknown',
    has: www([alias], { gaps: [timeout('A')] }),
    evidence: /not every query was answered\. Not determined: A\. No answer in time\./,
    hasNot: www([alias]),
  },
  'name-servers-several': {
    state: 'good',
    has: answer(['example.com 300 NS ns1.example.com', 'example.com 300 NS ns2.example.net']),
    evidence: '2 name servers: ns1.example.com and ns2.example.net.',
    hasNot: answer(['example.com 300 NS ns1.example.com', 'example.com 300 NS NS1.example.com']),
  },
  'name-server-single': {
    state: 'warn',
    has: answer(['example.com 300 NS ns1.example.com']),
    evidence: 'The only name server is ns1.example.com.',
    hasNot: answer([address], { gaps: [timeout('NS')] }),
  },
  'ttl-usual': {
    state: 'good',
    has: answer(['example.com 604800 A 192.0.2.1', 'example.com 0 NSEC3PARAM 1|0|0|-']),
    evidence: '1 record: no TTL is 0 or more than a week.',
    hasNot: answer(['example.com 604801 A 192.0.2.1']),
  },
  'ttl-zero': {
    state: 'note',
    has: answer(['example.com 0 A 192.0.2.1', 'example.com 0 A 192.0.2.2']),
    evidence: 'The TTL is 0 for example.com A.',
    hasNot: www([
      'example.com 300 DNAME example.net',
      'www.example.com 0 CNAME www.example.net',
      'www.example.net 1 A 192.0.2.1',
    ]),
  },
  'ttl-long': {
    state: 'note',
    has: answer(['example.com 604801 A 192.0.2.1']),
    evidence: 'up to 604801 seconds',
    hasNot: answer(['example.com 604800 A 192.0.2.1', 'example.com 604801 DS 1|13|2|AA']),
  },
  'private-address': {
    state: 'warn',
    has: answer(['example.com 300 A 172.31.255.255', 'example.com 300 AAAA fd00::1']),
    evidence: 'example.com has 172.31.255.255 (private use, RFC 1918) and fd00::1 (unique local, RFC 4193).',
    hasNot: answer([
      'example.com 300 A 172.32.0.0',
      'example.com 300 AAAA 2001:db8::1',
      'example.com 300 A 100.128.0.1',
    ]),
  },
  'caa-published': {
    state: 'good',
    has: answer([soa, 'example.com 300 CAA 0|issue|"ca.example"']),
    evidence: 'CAA: issue "ca.example".',
    hasNot: answer([soa, 'example.com 300 CAA 0|issuewild|"ca.example"']),
  },
  'caa-wildcards-only': {
    state: 'note',
    has: answer([soa, 'example.com 300 CAA 0|issuewild|";"']),
    evidence: 'CAA: issuewild ";", and no issue property.',
    hasNot: answer([soa, 'example.com 300 CAA 0|issuewild|";"', 'example.com 300 CAA 0|ISSUE|"ca.example"']),
  },
  'caa-not-understood': {
    state: 'warn',
    has: answer([soa, 'example.com 300 CAA 0|issue|"ca.example"', 'example.com 300 CAA 128|tbs|"Unknown"']),
    evidence: /critical flag and an unregistered property: tbs/,
    hasNot: answer([soa, 'example.com 300 CAA 0|tbs|"Unknown"', 'example.com 300 CAA 128|issue|"ca.example"']),
  },
  'caa-missing': {
    state: 'note',
    has: answer([soa]),
    evidence: /has no CAA records: unless a parent domain has CAA records, any certificate authority/,
    // For a name inside a zone, the records above it count.
    hasNot: www(['www.example.com 300 A 192.0.2.1']),
  },
  'records-unknown': {
    state: 'unknown',
    has: answer([address], { gaps: [timeout('MX'), timeout('TXT')] }),
    evidence: 'Not determined: MX and TXT. No answer in time.',
    hasNot: answer([address], { validationFailed: true, gaps: [{ part: 'DNSSEC validation', code: 'protocol' }] }),
  },
  'mx-published': {
    state: 'good',
    has: mx('mail.example.com', 'Backup.example.net'),
    evidence: 'Mail for example.com goes to mail.example.com and backup.example.net.',
    hasNot: mx('.'),
  },
  'mx-address': {
    state: 'bad',
    has: mx('192.0.2.25'),
    evidence: /MX names 192\.0\.2\.25/,
    hasNot: mx('192.0.2.25.example'),
  },
  'mx-alias': {
    state: 'warn',
    has: answer([
      'example.com 300 CNAME host.example.net',
      'host.example.net 300 MX 10|example.com',
      'host.example.net 300 A 192.0.2.1',
    ]),
    evidence: 'MX names example.com, which has a CNAME record.',
    hasNot: answer(['example.com 300 CNAME host.example.net', 'host.example.net 300 MX 10|host.example.net']),
  },
  'mx-null': { state: 'note', has: mx('.'), evidence: 'accepts no mail', hasNot: mx('.', 'mail.example.com') },
  'mx-null-and-others': {
    state: 'bad',
    has: mx('.', 'mail.example.com'),
    evidence: 'other MX records name mail.example.com',
    hasNot: mx('.'),
  },
  ...senderPolicyGoldens,
  'dnssec-validated': {
    state: 'good',
    has: answer([address], { authenticated: true }),
    evidence: 'The resolver 192.0.2.53:53 reports that it validated every record.',
    hasNot: answer([address, rrsig('example.com', 'A')]),
  },
  'dnssec-failed': {
    state: 'bad',
    has: answer([address], { validationFailed: true, gaps: [{ part: 'DNSSEC validation', code: 'protocol' }] }),
    evidence: /rejected records of example\.com as bogus/,
    hasNot: answer([address]),
  },
  'dnssec-without-keys': {
    state: 'bad',
    has: answer([address, 'example.com 300 DS 370|13|2|BE74']),
    evidence: 'DS records (key tag 370), but example.com has no DNSKEY records',
    hasNot: answer([address, 'example.com 300 DS 370|13|2|BE74'], { gaps: [timeout('DNSKEY')] }),
  },
  'dnssec-unsigned': {
    state: 'note',
    has: answer([address, soa]),
    evidence: 'The records of example.com have no signatures, and its parent has no DS record for it.',
    // Whether there is a DS record is not known.
    hasNot: answer([address, soa], { gaps: [timeout('DS')] }),
  },
  'dnssec-not-sent': {
    state: 'unknown',
    has: answer([address, soa, 'example.com 300 DS 370|13|2|BE74'], { gaps: [timeout('DNSKEY')] }),
    evidence: /DS records \(key tag 370\), so example\.com should be signed, but the resolver \S+ sent no signatures/,
    hasNot: answer([address, soa]),
  },
  'dnssec-partly-signed': {
    state: 'note',
    has: www([alias, rrsig('www.example.com', 'CNAME'), 'host.example.net 300 A 192.0.2.1']),
    evidence: 'No signature for host.example.net A.',
    hasNot: www([
      alias,
      rrsig('www.example.com', 'CNAME'),
      'host.example.net 300 A 192.0.2.1',
      rrsig('host.example.net', 'A'),
    ]),
  },
  'dnssec-not-validated': {
    state: 'unknown',
    has: answer([address, rrsig('example.com', 'A')]),
    evidence: /did not report all of them as validated/,
    hasNot: answer([address, rrsig('example.com', 'A')], { authenticated: true }),
  },
});

it('an alias of a name for keys or proofs may dangle', () => {
  const has = answer(['_acme-challenge.example.com 300 CNAME a.azurewebsites.net'], {
    domain: '_acme-challenge.example.com',
  });
  expect(verdictsOn('dns', has)).toContain('note alias-dangling');
});

it('a missing SPF record is reported at the top of a zone without mail, too, but at no other host', () => {
  expect(verdictsOn('dns', answer([soa]))).toContain('note spf-missing');
  expect(verdictsOn('dns', www([address])).join()).not.toContain('spf');
});

it('a zone without any problem has a good verdict', () => {
  const has = answer(
    [
      soa,
      'example.com 300 NS ns1.example.com',
      'example.com 300 NS ns2.example.net',
      'example.com 300 MX 10|mail.example.com',
      'example.com 300 CAA 0|issue|"ca.example"',
      ...txt('v=spf1 mx -all'),
    ],
    { authenticated: true },
  );
  expect(verdictsOn('dns', has)).toEqual([
    'good dnssec-validated',
    'good name-servers-several',
    'good ttl-usual',
    'good caa-published',
    'good mx-published',
    'good spf-published',
  ]);
});

it('an alias that leads back to itself is judged', () => {
  expect(verdictsOn('dns', www(['www.example.com 300 CNAME www.example.com']))).toContain('bad alias-dangling');
});

it('CAA records without an issue property end the search: those of a parent domain do not count', () => {
  const found = answer(['www.example.com 300 CAA 0|iodef|"mailto:a@example.com"'], { domain: 'www.example.com' });
  expect(verdictsOn('dns', found)).toContain('note caa-missing');
  expect(JSON.stringify(dnsFindings(found))).toContain('whatever the CAA records of its parent domains say');
});

it('an answer to ANY proves no absence (RFC 8482)', () => {
  const found = answer([soa, 'example.com 300 DS 1|13|2|AA', 'example.com 300 A 192.0.2.1'], { types: ['ANY'] });
  const verdicts = verdictsOn('dns', found).join();
  expect(verdicts).not.toMatch(/caa-missing|spf-missing|dnssec-without-keys/);
});

it.each(['::ffff:10.0.0.1', '0.0.0.0', '::'])('%s leads nowhere outside', (one) => {
  const type = one.includes(':') ? 'AAAA' : 'A';
  expect(verdictsOn('dns', answer([`example.com 300 ${type} ${one}`]))).toContain('warn private-address');
});

it.each(['www.shop.test', 'printer.home.arpa', 'DB.corp.internal.'])(
  'the private address of %s, a name that public DNS does not have, is no fault',
  (domain) => {
    const verdicts = verdictsOn('dns', answer([`${domain} 300 A 10.0.0.1`], { domain }));
    expect(verdicts.join()).not.toContain('private-address');
  },
);

it('records read with checking disabled are not called bogus without proof', () => {
  const gaps = [{ part: 'DNSSEC validation', code: 'source-failed' }];
  const verdicts = verdictsOn('dns', answer([address], { validationFailed: false, gaps }));
  expect(verdicts).toContain('unknown records-unknown');
  expect(verdicts.join()).not.toContain('dnssec-failed');
});
