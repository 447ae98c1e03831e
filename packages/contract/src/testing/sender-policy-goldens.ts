import { dnsAnswerOf as answer } from './dns-answer.ts';
import type { Golden } from './golden-findings.ts';

const txt = (...strings: string[]) => strings.map((text) => `example.com 300 TXT "${text}"`);
const spf = (text: string) => answer(txt(`v=spf1 ${text}`));
const dmarc = (...strings: string[]) =>
  answer(
    strings.map((text) => `_dmarc.example.com 300 TXT "${text}"`),
    { domain: '_dmarc.example.com' },
  );

/** The findings of the DNS lookup on SPF and DMARC. */
export const senderPolicyGoldens = {
  'spf-published': {
    state: 'good',
    has: spf('include:_spf.example.net a:a.example mx ~all exists:%{i}.example'),
    evidence: 'example.com has one SPF record, which ends with ~all.',
    hasNot: answer(txt('v=spf10 -all')),
  },
  'spf-missing': {
    state: 'warn',
    has: answer(['example.com 300 MX 10|mail.example.com', ...txt('v=spf10 -all')]),
    evidence: 'No TXT record of example.com begins with v=spf1. The name has MX records.',
    hasNot: answer(['example.com 300 MX 10|mail.example.com'], { gaps: [{ part: 'TXT', code: 'timeout' }] }),
  },
  'spf-several': {
    state: 'bad',
    has: answer(txt('v=spf1 -all', 'V=SPF1 mx -all')),
    evidence: 'example.com has 2 SPF records',
    hasNot: answer(['example.com 300 TXT "v=spf1 -a" "ll"', ...txt('another text')]),
  },
  'spf-too-many-lookups': {
    state: 'bad',
    has: spf(`${'include:a.example '.repeat(7)}a mx/24 ?exists:b.example ptr -all`),
    evidence: 'needs 11 DNS lookups; 10 are allowed',
    hasNot: spf(`${'include:a.example '.repeat(7)}a mx/24 ?exists:b.example ip4:192.0.2.1 -all redirect=c.example a`),
  },
  'spf-passes-all': {
    state: 'bad',
    has: spf('mx all'),
    evidence: 'lets 0.0.0.0/0 and ::/0 pass: every IPv4 address and every IPv6 address',
    hasNot: spf('+mx -all +all'),
  },
  'spf-wide': {
    state: 'warn',
    has: spf('ip4:11.0.0.0/8 ip4:192.0.2.1 -all'),
    evidence: 'lets 11.0.0.0/8 and 192.0.2.1 pass: 16,777,217 IPv4 addresses (0.5 %)',
    hasNot: spf('ip4:11.0.0.0/8 -all'),
  },
  'spf-syntax': {
    state: 'bad',
    has: spf('ipv4:192.0.2.1 -all'),
    evidence: 'Column 8 of the SPF record of example.com: an unknown mechanism.',
    hasNot: spf('ip4:192.0.2.1 -all'),
  },
  'spf-neutral': {
    state: 'warn',
    has: spf('mx'),
    evidence: 'has no term for other servers',
    hasNot: spf('mx redirect=_spf.example.net'),
  },
  'dmarc-enforced': {
    state: 'good',
    has: dmarc('v=DMARC1; p=Reject; rua=mailto:a@example.com'),
    evidence: 'The policy of _dmarc.example.com is reject.',
    hasNot: dmarc('v=DMARC1; sp=reject; p=none'),
  },
  'dmarc-partial': {
    state: 'warn',
    has: dmarc('v=DMARC1; p=reject; t=y'),
    evidence: 'is reject, with t=y',
    hasNot: dmarc('v=DMARC1; p=reject; pct=100; t=n'),
  },
  'dmarc-none': {
    state: 'note',
    has: dmarc('v=DMARC1; rua=mailto:a@example.com'),
    evidence: 'missing, which counts as none',
    hasNot: dmarc('v=DMARC1; p=quarantine'),
  },
  'dmarc-several': {
    state: 'bad',
    has: dmarc('v=DMARC1; p=none', 'v=DMARC1; p=reject'),
    evidence: '2 DMARC records',
    hasNot: dmarc('v=DMARC1; p=none', 'another text'),
  },
  'dmarc-invalid': {
    state: 'warn',
    has: dmarc('v=spf1 -all'),
    evidence: 'none of them begins with v=DMARC1',
    // There are no findings on a name that was not queried.
    hasNot: answer(txt('v=spf1 -all')),
  },
} as const satisfies Readonly<Record<string, Golden>>;
