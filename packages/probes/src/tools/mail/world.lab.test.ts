import { sentencesOf } from '@sonde/contract/tools/mail/sentences';
import { blocklists, type MailWorld, smtpAddresses, startMailWorld } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import type { LocalData } from '../../data/data.ts';
import { readAnchors, readHints, readRootFile } from '../../data/roots/roots.ts';
import type { Net } from '../../net/net.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { rootsOf } from '../../testing/roots-of.ts';

let world: MailWorld;
let real: NodeNet;
let net: Net;
let data: LocalData;

beforeAll(async () => {
  world = await startMailWorld();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: world.server,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: world.caFile,
  });
  if (settings === null) throw new Error(problems.join(' '));
  real = createNodeNet(settings, { authorities: { port: world.nameServerPort } });
  // The ports of the lab stand for 25 and 443, which require privileges.
  net = {
    ...real,
    connect: (target, limits, signal) =>
      real.connect({ ...target, port: world.smtpPort } as typeof target, limits, signal),
    fetch: (target, limits, signal) =>
      real.fetch(String(target).replace(/^(https:\/\/[^/:]+)\//, `$1:${world.httpsPort}/`), limits, signal),
  };
  const hints = readRootFile(world.hintsFile, readHints);
  const anchors = readRootFile(world.anchorsFile, readAnchors);
  data = { ...noData, roots: rootsOf({ hints, anchors }) };
}, 120_000);
afterAll(async () => {
  real?.close();
  await world?.stop();
});

type Query = Readonly<Record<string, string>>;

const lookUp = (domain: string, query: Query = {}, more: Partial<LocalData> = {}) =>
  measure(checkQuery('mail', { domain, ...query }), {
    net,
    data: { ...data, ...more },
    signal: AbortSignal.timeout(40_000),
  });
type Answer = Awaited<ReturnType<typeof lookUp>>;
const codesOf = ({ findings = [] }: Answer, start: string) =>
  findings.filter(({ code }) => code.startsWith(start)).map(({ state, code }) => `${state} ${code}`);
const evidenceOf = ({ findings = [] }: Answer, code: string) =>
  findings.find((one) => one.code === code)?.evidence ?? null;

/** Further ways in which a record may fit, or not. */
const FURTHER: readonly [string, string[], boolean | null, string][] = [
  ['tlsa-rollover.test', ['differs', 'fits'], true, 'good dane-matches'],
  ['tlsa-unusable.test', ['unusable', 'unusable'], null, 'warn dane-unusable'],
  ['tlsa-clear.test', ['unknown'], false, 'bad dane-differs'],
  ['tlsa-closed.test', ['unknown'], null, 'unknown dane-unknown'],
  ['tlsa-next-first.test', ['differs', 'fits'], true, 'good dane-matches'],
  ['tlsa-authority.test', ['fits'], true, 'good dane-matches'],
  ['tlsa-alias.test', ['fits'], true, 'good dane-matches'],
  ['tlsa-wildcard.test', ['fits'], true, 'good dane-matches'],
];

describe('proves the chain to the TLSA records from the root (DANE)', () => {
  test.concurrent.each<[string, string[], boolean | null, string]>([
    ['tlsa-right.test', ['fits'], true, 'good dane-matches'],
    ['tlsa-wrong.test', ['differs'], false, 'bad dane-differs'],
    ...(isLong ? FURTHER : []),
  ])('%s', async (domain, states, matches, finding) => {
    const answer = await lookUp(domain);
    const [dane] = answer.dane ?? [];
    expect(answer.dane).toHaveLength(1);
    expect(dane?.chain).toEqual({ state: 'secure', why: expect.stringContaining('is valid') });
    expect(dane?.records.map(({ state }) => state).sort()).toEqual(states);
    expect(dane?.matches).toBe(matches);
    expect(codesOf(answer, 'dane')).toEqual([finding]);
  });

  test.concurrent.each<readonly [string, string, string, string]>([
    ['plain.test', 'insecure', 'plain.test has no DS', 'note dane-insecure'],
    ...(isLong
      ? [
          ['signed-to-plain.test', 'insecure', 'plain.test has no DS', 'note dane-insecure'] as const,
          ['plain-to-signed.test', 'insecure', 'plain-to-signed.test has no DS', 'note dane-insecure'] as const,
        ]
      : []),
    ['bogus.test', 'bogus', 'No signature over the MX records of bogus.test is valid', 'bad dane-bogus'],
  ])('%s is %s', async (domain, state, why, finding) => {
    const answer = await lookUp(domain);
    expect(answer.dane).toMatchObject([{ chain: { state, why: expect.stringContaining(why) }, matches: null }]);
    expect(codesOf(answer, 'dane')).toEqual([finding]);
  });

  inLongSet(test)(
    'compares the first twenty of ninety TLSA records, and makes no statement about the others',
    async () => {
      const answer = await lookUp('tlsa-flood.test');
      expect(answer.dane?.[0]?.records).toHaveLength(20);
      expect(answer.dane?.[0]).toMatchObject({ chain: { state: 'secure' }, matches: null });
      expect(codesOf(answer, 'dane')).toEqual(['unknown dane-unknown']);
    },
  );

  inLongSet(test)('determines nothing if no root server answers, whatever the resolver says', async () => {
    const silent = { servers: [{ name: 'ns.test', addresses: ['127.0.25.99'] }], source: 'nobody' };
    const answer = await lookUp(
      'tlsa-right.test',
      {},
      { roots: async () => ({ ...(await data.roots()), hints: silent }) },
    );
    expect(answer.dane).toMatchObject([
      { chain: { state: 'not-determinable', why: expect.stringContaining('root') }, matches: null },
    ]);
    expect(codesOf(answer, 'dane')).toEqual(['unknown dane-unknown']);
  });

  inLongSet(test)('finds the same zones bogus with other trust anchors', async () => {
    const roots = await data.roots();
    const ds = roots.anchors.ds.map((one) => ({ ...one, digest: 'AB'.repeat(32) }));
    const answer = await lookUp(
      'tlsa-right.test',
      {},
      { roots: async () => ({ ...roots, anchors: { ds, source: 'nobody' } }) },
    );
    expect(answer.dane).toMatchObject([{ chain: { state: 'bogus' }, matches: null }]);
  });

  test('makes no walk for a domain without TLSA records', async () => {
    expect((await lookUp('sound.test')).dane).toEqual([]);
  });
});

describe('servers on port 25', () => {
  const seen = async (domain: string) => (await lookUp(domain)).servers[0];

  test('Postfix, in four configurations', async () => {
    const [sound, clear, expired, other] = await Promise.all(
      ['sound.test', 'clear.test', 'expired.test', 'other.test'].map(seen),
    );
    expect(sound).toMatchObject({
      greeting: '220 mail.mx.test ESMTP Postfix',
      starttls: { offered: true, protocol: 'TLSv1.3', problem: null },
      certificate: { valid: true, reasons: [] },
    });
    expect(clear).toMatchObject({ starttls: { offered: false, problem: null }, certificate: null });
    expect(expired).toMatchObject({ starttls: { offered: true }, certificate: { valid: false, reasons: ['expired'] } });
    expect(other?.certificate).toEqual({ valid: false, reasons: ['hostname_mismatch'] });
  });

  inLongSet(test)('OpenSMTPD with TLS that it offers but cannot speak, and without TLS', async () => {
    const answer = await lookUp('opensmtpd.test');
    expect(answer.servers.map(({ greeting, starttls }) => [greeting, starttls.offered, starttls.step])).toEqual([
      ['220 mail.mx.test ESMTP OpenSMTPD', true, 'handshake'],
      ['220 mail.mx.test ESMTP OpenSMTPD', false, null],
    ]);
    expect(answer.servers[0]).toMatchObject({
      starttls: { problem: 'The server breaks the handshake off with the alert internal_error.' },
      certificate: null,
    });
    expect(codesOf(answer, 'smtp-')).toEqual(expect.arrayContaining(['warn smtp-without-tls', 'warn smtp-tls-broken']));
  });

  test('STARTTLS that fails is a warning, and bad where MTA-STS or DANE require TLS', async () => {
    const answer = await lookUp('broken-tls.test');
    expect(answer.servers.map(({ starttls: { offered, step, reason } }) => [offered, step, reason])).toEqual([
      [true, 'handshake', 'not-tls'],
      [true, 'handshake', 'handshake-failed'],
      [true, 'starttls', 'refused'],
      [true, null, null],
    ]);
    const found = answer.findings?.filter(({ code }) => code === 'smtp-tls-broken') ?? [];
    expect(found.map(({ state, evidence }) => [state, evidence])).toEqual([
      ['warn', expect.stringContaining('After STARTTLS, the server sends data that is not TLS.')],
      ['warn', expect.stringContaining('ends the connection at the ClientHello')],
      ['warn', expect.stringContaining('554 5.7.3 Unable to initialize security subsystem')],
    ]);
    expect(sentencesOf(answer)[1]).toMatchObject({ state: 'bad', text: expect.stringContaining('TLS fails at') });
    expect(codesOf(await lookUp('broken-sts.test'), 'smtp-tls')).toEqual(['bad smtp-tls-broken']);
    const dane = await lookUp('tlsa-broken.test');
    expect(codesOf(dane, 'smtp-tls')).toEqual(['bad smtp-tls-broken']);
    expect(codesOf(dane, 'dane')).toEqual(['bad dane-differs']);
    expect(evidenceOf(dane, 'dane-differs')).toContain('offers TLS that fails');
  }, 40_000);

  inLongSet(test)('one of two with TLS is not enough for a good finding', async () => {
    const answer = await lookUp('mixed.test');
    expect(answer.servers.map(({ starttls }) => starttls.offered)).toEqual([true, false]);
    expect(codesOf(answer, 'smtp-')).toContain('warn smtp-without-tls');
    expect(codesOf(answer, 'smtp-')).not.toContain('good smtp-tls-offered');
  });

  inLongSet(test)('greylisting: the reply is quoted, and there is no verdict', async () => {
    const answer = await lookUp('grey.test');
    expect(answer.servers[0]).toMatchObject({
      greeting: expect.stringMatching(/^450 4\.3\.2 /),
      starttls: { offered: null, step: 'greeting', problem: expect.stringContaining('450 4.3.2') },
      certificate: null,
    });
    expect(codesOf(answer, 'smtp-')).toEqual(expect.arrayContaining(['unknown smtp-server-problem']));
  });

  inLongSet(test.concurrent)(
    'one that hangs after 250-STARTTLS and a very slow one do not hide the third',
    async () => {
      const answer = await lookUp('slow.test');
      expect(answer.servers.map(({ name, starttls }) => [name, starttls.offered, starttls.step])).toEqual([
        ['hanging.mx.test', true, 'starttls'],
        ['tarpit.mx.test', null, 'greeting'],
        ['sound.mx.test', true, null],
      ]);
      expect(answer.gaps).toEqual([]);
      expect(codesOf(answer, 'smtp-tls')).toEqual([]);
    },
    40_000,
  );

  inLongSet(test)('without any listening server there is no verdict', async () => {
    const answer = await lookUp('closed.test');
    expect(answer.servers[0]).toMatchObject({ starttls: { offered: null, step: 'connect' }, certificate: null });
    expect(codesOf(answer, 'smtp-tls')).toEqual([]);
  });
});

describe('fetches policies and logos from nginx', () => {
  test.concurrent.each(
    firstOf(2, [
      ['good.test', null, 'good mta-sts-enforced', 'good bimi-logo'],
      ['other-name.test', 'certificate', 'bad mta-sts-policy-unavailable', 'warn bimi-unusable'],
      ['redirect.test', 'redirect', 'bad mta-sts-policy-unavailable', 'warn bimi-unusable'],
      ['large.test', 'too-large', 'bad mta-sts-policy-unavailable', 'warn bimi-unusable'],
      ['missing.test', 'status', 'bad mta-sts-policy-unavailable', 'warn bimi-unusable'],
      ['silent.test', 'timeout', 'bad mta-sts-policy-unavailable', 'warn bimi-unusable'],
    ]),
  )(
    '%s',
    async (domain, failure, sts, bimi) => {
      const answer = await lookUp(domain, { smtp: 'false' });
      expect(answer.mtaSts?.failure).toBe(failure);
      expect(codesOf(answer, 'mta-sts')).toEqual([sts]);
      expect(codesOf(answer, 'bimi')).toEqual([bimi]);
      expect(answer.gaps).toEqual([]);
    },
    40_000,
  );

  inLongSet(test)('notes another media type of the policy, and rejects the logo for it', async () => {
    const answer = await lookUp('type.test', { smtp: 'false' });
    expect(answer.mtaSts).toMatchObject({ mode: 'enforce', mediaType: 'text/html', failure: null });
    expect(codesOf(answer, 'mta-sts')).toEqual(['note mta-sts-media-type', 'good mta-sts-enforced']);
    expect(answer.bimi?.logoProblems).toEqual(['its media type is text/html']);
    expect(codesOf(answer, 'bimi')).toEqual(['warn bimi-unusable']);
  });
});

test('evaluates rbldnsd blocklists: an ordinary one, one that lists everything, one that refuses', async () => {
  const lists = [
    { zone: blocklists.addresses, kind: 'ip' },
    { zone: blocklists.names, kind: 'domain' },
    { zone: blocklists.everything, kind: 'ip' },
    { zone: blocklists.refusing, kind: 'ip' },
  ] as const;
  const answer = await lookUp('listed.test', { smtp: 'false' }, { blocklists: lists });
  expect(answer.lists.map(({ list, subject, state, answers }) => [list, subject, state, answers])).toEqual([
    ['ip.rbl', smtpAddresses.otherName, 'listed', ['127.0.0.4']],
    ['names.rbl', 'listed.test', 'listed', ['127.0.1.2']],
    ['all.rbl', smtpAddresses.otherName, 'unusable', ['127.0.0.2', '127.0.0.2']],
    ['refusing.rbl', smtpAddresses.otherName, 'refused', ['127.255.255.254']],
  ]);
  expect(answer.lists[0]?.text).toBe(`Listed, see https://ip.rbl.test/${smtpAddresses.otherName}`);
  expect(evidenceOf(answer, 'blocklist-listed')).toContain('127.0.0.4');
  const clean = await lookUp('sound.test', { smtp: 'false' }, { blocklists: lists.slice(0, 2) });
  expect(clean.lists.map(({ state }) => state)).toEqual(['not-listed', 'not-listed']);
});
