import { expect, it } from 'vitest';
import { dnsAnswerOf as answer } from '../../../testing/dns-answer.ts';
import { verdictsOn } from '../../../testing/golden-findings.ts';

const spf = (text: string) => answer([`example.com 300 TXT "v=spf1 ${text}"`]);
const dmarc = (text: string) => answer([`_dmarc.example.com 300 TXT "${text}"`], { domain: '_dmarc.example.com' });

it.each([
  ['ip4:0.0.0.0/0 -all', 'bad spf-passes-all'],
  ['ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all', 'bad spf-passes-all'],
  ['ip6:2000::/3 -all', 'bad spf-passes-all'],
  ['ip4:0.0.0.0/1 -all', 'bad spf-wide'],
  ['ip4:300.1.2.3 -all', 'bad spf-syntax'],
  ['-ip4:192.0.2.1 -ip6:::/0 all', 'bad spf-wide'],
  ['include:_spf.example.net redirect=b.example ?all', 'warn spf-neutral'],
  ['ip4:8.8.0.0/16 -all', 'good spf-published'],
])('SPF is judged by the addresses that it lets pass: %s', (text, verdict) => {
  expect(verdictsOn('dns', spf(text)).filter((one) => one.includes('spf'))).toEqual([verdict]);
});

it.each([
  ['v = DMARC1 ; p = reject', 'good dmarc-enforced'],
  ['v=DMARC1; p=reject; pct=0', 'warn dmarc-partial'],
  ['v=DMARC1; p=quarantine; t=y; rua=mailto:a@example.com', 'warn dmarc-partial'],
  ['v=DMARC1; p=reject; rf=afrf; ri=86400', 'good dmarc-enforced'],
])('DMARC is read as the mail check reads it: %s', (text, verdict) => {
  expect(verdictsOn('dns', dmarc(text)).filter((one) => one.includes('dmarc'))).toEqual([verdict]);
});
