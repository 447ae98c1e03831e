import type { Finding } from '@sonde/contract/finding/finding';
import { sentencesOf } from '@sonde/contract/tools/mail/sentences';
import { type MailLab, startMailLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalData } from '../../data/data.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let lab: MailLab;
let net: NodeNet;

beforeAll(async () => {
  lab = await startMailLab();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: lab.server,
    SONDE_ALLOW_NETWORKS: '198.51.100.0/24,2001:db8:25::/48',
  });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
}, 60_000);
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

interface More {
  readonly query?: Readonly<Record<string, string>>;
  readonly blocklists?: LocalData['blocklists'];
  report?(part: unknown): void;
}
const lookUp = (domain: string, { query = {}, blocklists = [], report = () => {} }: More = {}) =>
  measure(checkQuery('mail', { domain, smtp: 'false', ...query }), {
    net,
    data: { ...noData, blocklists },
    signal: AbortSignal.timeout(30_000),
    report,
  });
const codesOf = (findings: readonly Finding[] | undefined) =>
  (findings ?? []).map(({ state, code }) => `${state} ${code}`);

test('finds the same records as dig', async () => {
  const answer = await lookUp('sound.test', { query: { selectors: 's1,s2,s3' } });
  const lines = (await lab.dig(['+short', 'sound.test', 'MX'])).trim().split('\n');
  expect(answer.mx.map(({ preference, exchange }) => `${preference} ${exchange}.`)).toEqual(lines);
  expect(answer.mx[0]?.addresses).toEqual(['198.51.100.25', '2001:db8:25::25']);
  expect(answer.spf).toMatchObject({ lookups: 2, voidLookups: 0, recordsRead: 2, all: 'fail', allowsNobody: false });
  expect(`"${answer.spf?.record}"`).toBe((await lab.dig(['+short', 'sound.test', 'TXT'])).trim());
  expect(answer.dkim.map(({ selector, state, bits, keyType }) => [selector, state, bits, keyType])).toEqual([
    ['s1', 'found', 2048, 'rsa'],
    ['s2', 'found', 256, 'ed25519'],
    ['s3', 'absent', null, null],
  ]);
  expect(answer.dkim[1]?.aliases).toEqual(['key.sound.test']);
  expect(answer.dmarc).toMatchObject({ policy: 'reject', policyTag: 'p', domain: 'sound.test', canAlign: true });
  expect(answer).toMatchObject({ isParked: false, mxKind: 'mx', gaps: [] });
});

test('uses the organisation’s policy for a subdomain, whether it exists or not', async () => {
  expect((await lookUp('sub.sound.test')).dmarc).toMatchObject({ policy: 'reject', policyTag: 'p', nameExists: true });
  expect((await lookUp('host.org.psd.test')).dmarc).toMatchObject({
    ...{ policy: 'reject', policyTag: 'sp', domain: 'org.psd.test', organizationalDomain: 'org.psd.test' },
    ...{ organizationalDomainByList: 'psd.test', policyByList: 'none' },
  });
  expect((await lookUp('gone.org.psd.test')).dmarc).toMatchObject({
    policy: 'none',
    policyTag: 'np',
    nameExists: false,
  });
  await expect(lookUp('gone.test')).rejects.toMatchObject({ code: 'not-found', reason: 'nxdomain' });
});

/** The findings in each zone of the lab, besides those of every zone without a record. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'sound.test': [
    'good mail-servers-found',
    'good spf-sound',
    'good dmarc-enforced',
    'good tls-reports-wanted',
    'note mta-sts-missing',
  ],
  'parked.test': ['good mail-parked', 'good spf-sound', 'good dmarc-enforced'],
  'bare.test': ['note no-mail-servers', 'warn spf-missing', 'warn dmarc-missing', 'warn dkim-none'],
  'implicit.test': ['note mx-implicit'],
  'alias.test': ['warn mx-alias'],
  'nowhere.test': ['bad mx-without-address', 'bad mx-special-use', 'bad mx-address'],
  'two-nulls.test': ['bad mx-null-and-others'],
  'over.test': ['bad spf-over-ten-lookups'],
  'nine.test': ['note spf-near-ten-lookups'],
  'void.test': ['bad spf-void-lookups'],
  'syntax.test': ['bad spf-syntax'],
  'several.test': ['bad spf-several', 'bad dmarc-several', 'bad mta-sts-several', 'warn tls-reports-syntax'],
  'broken.test': ['bad spf-include-broken', 'warn tls-reports-syntax'],
  'circle.test': ['bad spf-loop'],
  'open.test': [
    ...[
      'bad spf-passes-all',
      'warn spf-ptr',
      'warn spf-ignored-terms',
      'warn dmarc-subdomains-open',
      'warn dmarc-partial',
    ],
    ...['note dmarc-without-reports', 'warn bimi-without-policy', 'warn bimi-unusable'],
  ],
  'soft.test': ['warn spf-neutral', 'warn dmarc-syntax', 'bad dmarc-reports-refused', 'note dmarc-none'],
  'macro.test': ['unknown spf-count-unknown'],
  'long.test': ['note spf-long'],
  'deny-all.test': ['bad dmarc-nothing-passes'],
  'whole.test': ['bad spf-passes-all'],
  'halves.test': ['bad spf-passes-all'],
  'leaky.test': ['bad spf-passes-all'],
  'redirected.test': ['bad spf-passes-all'],
  'mx-zero.test': ['bad spf-passes-all'],
  'excepted.test': ['bad spf-passes-all'],
  'half.test': ['bad spf-wide'],
  'provider.test': ['warn spf-wide'],
  'beside.test': ['warn spf-ignored-terms'],
  'eleven-mx.test': ['bad spf-many-mx'],
  'wrong-number.test': ['bad spf-syntax'],
  'texts.test': ['note spf-long'],
  'sub.twice.test': ['bad dmarc-several', 'good dmarc-enforced'],
  'former.test': ['note dmarc-former-tags', 'good dmarc-enforced'],
  'trying.test': ['warn dmarc-partial'],
  'zero-percent.test': ['warn dmarc-partial'],
};

/** Zones whose SPF must not be called sound, however the record ends. */
const unsound = Object.entries(expected)
  .filter(([, codes]) => codes.some((code) => /^(?:bad|warn) spf-/.test(code)))
  .map(([domain]) => domain);

describe('has the expected findings for every zone of the lab', () => {
  test.each(Object.entries(expected))('%s', async (domain, codes) => {
    const { findings } = await lookUp(domain);
    expect(codesOf(findings)).toEqual(expect.arrayContaining([...codes]));
  });
});

test.each(unsound)('does not call the SPF record of %s sound', async (domain) => {
  expect(codesOf((await lookUp(domain)).findings)).not.toContain('good spf-sound');
});

test.each([
  ['whole.test', 'bad', 'Yes: its SPF record allows every sender.'],
  ['halves.test', 'bad', 'Yes: its SPF record allows every sender.'],
  ['leaky.test', 'bad', 'Yes: its SPF record allows every sender.'],
  ['redirected.test', 'bad', 'Yes: its SPF record allows every sender.'],
  ['sound.test', 'good', 'No: DMARC asks receivers to reject such mail.'],
])('whether others can send in the name of %s', async (domain, state, text) => {
  const answer = await lookUp(domain);
  expect(sentencesOf(answer)[2]).toMatchObject({ state, text });
  const { spf } = await lookUp(domain, { query: { ip: '203.0.113.99' } });
  expect(spf?.result).toBe(state === 'bad' ? 'pass' : 'fail');
});

test('counts the addresses that pass', async () => {
  const { spf } = await lookUp('provider.test');
  expect(spf?.allowed).toMatchObject({
    ipv4: 2 ** 24 + 2 ** 23,
    ipv6: 2 ** 96,
    networks: ['11.0.0.0/8', '12.0.0.0/9', '2001:db8::/32'],
    unknown: [],
  });
  const shielded = await lookUp('shielded.test');
  expect(shielded.spf).toMatchObject({ all: 'pass', allowsNobody: true, allowed: { ipv4: 0, ipv6: 0 } });
  expect((await lookUp('excepted.test')).spf?.allowed).toMatchObject({
    share4: 1,
    unknown: ['-exists:%{ir}.list.test'],
  });
});

test.each([
  ['syntax.test', { reason: 'syntax', domain: 'syntax.test', term: null }],
  ['over.test', { reason: 'lookups', domain: 'c.over.test', term: 'a:h8.over.test' }],
  ['void.test', { reason: 'void-lookups', domain: 'void.test', term: 'a:v3.void.test' }],
  ['eleven-mx.test', { reason: 'too-many-mx', domain: 'eleven-mx.test', term: 'mx' }],
  ['broken.test', { reason: 'no-record', domain: 'broken.test', term: 'include:gone.broken.test' }],
])('says where the evaluation of %s ends with a permanent error, and so does the result', async (domain, error) => {
  const { spf } = await lookUp(domain, { query: { ip: '203.0.113.99' } });
  expect(spf).toMatchObject({ permanentError: error, result: 'permerror' });
});

test('has no finding on SPF and keys of a name that does not exist, but its DMARC policy', async () => {
  const { findings, dmarc } = await lookUp('gone.guarded.test');
  expect(dmarc).toMatchObject({ policy: 'quarantine', policyTag: 'np', nameExists: false });
  const codes = codesOf(findings);
  expect(codes).toContain('good dmarc-enforced');
  expect(codes).not.toContain('bad dmarc-nothing-passes');
  expect(codes).not.toContain('warn spf-missing');
});

test('reports keys that are short, revoked, truncated or missing', async () => {
  const { findings } = await lookUp('keys.test', { query: { selectors: 'short,old,cut,none' } });
  expect(codesOf(findings)).toEqual(
    expect.arrayContaining([
      ...['warn dkim-key-short', 'warn dkim-key-testing', 'note dkim-key-revoked', 'bad dkim-key-unusable'],
      'bad dkim-selector-missing',
    ]),
  );
  expect(codesOf((await lookUp('sound.test')).findings)).not.toContain('warn dkim-none');
});

test('a key for SHA-1 or for other services is not a key for mail, and an alias without a key is named', async () => {
  const { findings, dkimSearch } = await lookUp('keys.test', { query: { selectors: 'sha1,reports,moved' } });
  const found = codesOf(findings);
  expect(found).toEqual(
    expect.arrayContaining(['bad dkim-key-unusable', 'note dkim-key-other-service', 'bad dkim-alias-dangling']),
  );
  expect(found).not.toContain('good dkim-key-found');
  expect(dkimSearch?.state).toBe('unknown');
  const evidence = findings?.find(({ code }) => code === 'dkim-alias-dangling')?.evidence;
  expect(evidence).toContain('moved._domainkey.keys.test is an alias of moved.dkim.gone.test');
});

test('counts the whole SPF tree beyond ten, and marks where receivers stop', async () => {
  const { spf } = await lookUp('over.test');
  expect(spf).toMatchObject({ lookups: 11, isLookupsExact: true });
  expect(
    spf?.terms
      .filter(({ lookupsHere }) => lookupsHere > 0)
      .map(({ text, running, isBeyond }) => [text, running, isBeyond]),
  ).toEqual([
    ['include:a.over.test', 4, false],
    ['a:h1.over.test', 2, false],
    ['a:h2.over.test', 3, false],
    ['a:h3.over.test', 4, false],
    ['include:b.over.test', 8, false],
    ['a:h4.over.test', 6, false],
    ['a:h5.over.test', 7, false],
    ['a:h6.over.test', 8, false],
    ['include:c.over.test', 11, false],
    ['a:h7.over.test', 10, false],
    ['a:h8.over.test', 11, true],
  ]);
  expect((await lookUp('over.test', { query: { ip: '203.0.113.1' } })).spf?.result).toBe('permerror');
});

test('reads 60 records of a chain of 80 includes, then has a gap', async () => {
  const { spf, gaps } = await lookUp('wide.test');
  expect(spf).toMatchObject({ recordsRead: 60, isLookupsExact: false });
  expect(gaps).toContainEqual({ part: 'spf', code: 'work-limit' });
});

test.each([
  ['sound.test', { ip: '198.51.100.25' }, 'pass', 'mx'],
  ['sound.test', { ip: '2001:db8:25::1' }, 'pass', 'include:_spf.sound.test'],
  ['sound.test', { ip: '203.0.113.1', sender: 'x@sub.sound.test' }, 'none', null],
  ['sound.test', { ip: '203.0.113.1' }, 'fail', '-all'],
  ['soft.test', { ip: '203.0.113.1' }, 'neutral', null],
  ['syntax.test', { ip: '203.0.113.1' }, 'permerror', null],
  ['several.test', { ip: '203.0.113.1' }, 'permerror', null],
])('SPF of %s for %o is %s', async (domain, query, result, resultTerm) => {
  expect((await lookUp(domain, { query })).spf).toMatchObject({ result, resultTerm });
});

test('expands a macro with the address', async () => {
  const sent = await lookUp('macro.test', { query: { ip: '198.51.100.1' } });
  // include:%{d2}.macro.test has no record, which ends the evaluation.
  expect(sent.spf).toMatchObject({ result: 'permerror', isLookupsExact: false, lookups: 2 });
});

test('checks blocklists by control questions, and never takes a refusal for a listing', async () => {
  const list = (zone: string, kind: 'ip' | 'domain' = 'ip') => ({ zone, kind });
  const blocklists = [
    list('list.test'),
    list('names.test', 'domain'),
    list('everything.test'),
    list('refusing.test'),
    list('silent.test.invalid'),
  ];
  const { lists, findings } = await lookUp('sound.test', { blocklists });
  expect(lists.map(({ list: zone, subject, state, answers }) => [zone, subject, state, answers])).toEqual([
    ['list.test', '198.51.100.25', 'listed', ['127.0.0.4']],
    ['list.test', '2001:db8:25::25', 'not-listed', []],
    ['names.test', 'sound.test', 'listed', ['127.0.1.2']],
    ['everything.test', '198.51.100.25', 'unusable', ['127.0.0.2', '127.0.0.2']],
    ['everything.test', '2001:db8:25::25', 'unusable', ['127.0.0.2', '127.0.0.2']],
    ['refusing.test', '198.51.100.25', 'refused', ['127.255.255.254']],
    ['refusing.test', '2001:db8:25::25', 'refused', ['127.255.255.254']],
    ['silent.test.invalid', '198.51.100.25', 'unknown', []],
    ['silent.test.invalid', '2001:db8:25::25', 'unknown', []],
  ]);
  expect(lists[0]?.text).toBe('see https://list.test/198.51.100.25');
  expect(codesOf(findings)).toEqual(expect.arrayContaining(['bad blocklist-listed', 'unknown blocklist-unusable']));
  const clean = await lookUp('alias.test', { blocklists: [list('names.test', 'domain')] });
  expect(codesOf(clean.findings)).toContain('good blocklist-clean');
});

test('reports parts in order', async () => {
  const parts: unknown[] = [];
  await lookUp('sound.test', { report: (part) => parts.push((part as { part: string }).part) });
  expect(parts).toEqual(['mx', 'spf', 'dkim', 'dmarc', 'mtaSts', 'tlsRpt', 'bimi', 'servers', 'dane', 'lists']);
});

test('refuses a name that may not be looked up', async () => {
  await expect(lookUp('printer.local')).rejects.toMatchObject({ code: 'refused-target', reason: 'special-use' });
});
