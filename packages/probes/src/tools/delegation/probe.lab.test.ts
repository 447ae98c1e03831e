import type { DelegationPart } from '@sonde/contract';
import { oppositesIn } from '@sonde/contract/report/opposites';
import { type DelegationLab, delegationServers, delegationZones, startDelegationLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAnchors, readHints, readRootFile } from '../../data/roots/roots.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { rootsOf } from '../../testing/roots-of.ts';

let lab: DelegationLab;
let net: NodeNet;

beforeAll(async () => {
  lab = await startDelegationLab();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: lab.resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings, { authorities: { port: lab.port } });
}, 240_000);
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

const lookUp = (domain: string, more: Readonly<Record<string, string>> = {}, report = (_part: unknown) => {}) => {
  const hints = readRootFile(lab.hintsFile, readHints);
  const anchors = readRootFile(lab.anchorsFile, readAnchors);
  const data = { ...noData, roots: rootsOf({ hints, anchors }) };
  return measure(checkQuery('delegation', { domain, ...more }), {
    net,
    data,
    signal: AbortSignal.timeout(30_000),
    report,
  });
};

/** Every zone of the lab with its verdict, and its findings besides the verdict. */
const expected: Readonly<Record<string, readonly [verdict: string, ...codes: string[]]>> = {
  'good.test': ['secure'],
  'nsec3.test': ['secure'],
  'optout.test': ['secure'],
  'rsa.test': ['secure'],
  'p384.test': ['secure'],
  'ed25519.test': ['secure'],
  'ed448.test': ['secure'],
  'wild.test': ['secure'],
  'wild3.test': ['secure', 'nsec3-salt'],
  'elsewhere.test': ['secure'],
  'plain.test': ['insecure'],
  'rsa512.test': ['secure', 'algorithm-weak'],
  'sha1.test': ['secure', 'algorithm-weak'],
  'bogus.test': ['bogus', 'ds-digest-differs'],
  'stranger.test': ['bogus', 'ds-without-key'],
  'nokeys.test': ['bogus', 'ds-without-key'],
  'unknown.test': ['insecure', 'ds-unsupported'],
  'expired.test': ['bogus', 'signature-expired'],
  'early.test': ['bogus', 'signature-not-yet-valid'],
  'half-expired.test': ['secure', 'signature-expired'],
  'expired-addresses.test': ['secure', 'signature-expired'],
  'soon.test': ['secure', 'signature-ends-soon'],
  'spoiled.test': ['bogus', 'signature-wrong'],
  'island.test': ['insecure', 'ds-missing'],
  'iterations.test': ['secure', 'nsec3-iterations', 'nsec3-salt'],
  'stripped.test': ['bogus'],
  'undenied.test': ['secure', 'denial-unproven'],
  'stale.test': ['insecure', 'serials-differ'],
  'one-behind.test': ['insecure', 'serials-differ'],
  'lame.test': ['insecure', 'server-refuses'],
  'all-lame.test': ['not-determinable', 'server-refuses'],
  'dead.test': ['not-determinable', 'server-silent', 'one-name-server'],
  'half-dead.test': ['insecure', 'server-silent'],
  'glue.test': ['insecure', 'server-silent', 'glue-differs'],
  'no-glue.test': ['insecure', 'glue-missing'],
  'extra.test': ['insecure', 'ns-differ-from-parent'],
  'fewer.test': ['insecure', 'ns-differ-from-parent'],
  'torn.test': ['insecure', 'ns-differ-among-servers'],
  'alias.test': ['insecure', 'ns-alias'],
  'single.test': ['insecure', 'one-name-server'],
  'private.test': ['insecure', 'server-special-use', 'glue-differs'],
  'circle-a.test': ['not-determinable', 'ns-without-address', 'one-name-server'],
  'circle-b.test': ['not-determinable', 'ns-without-address', 'one-name-server'],
  'timers.test': ['insecure', 'soa-times', 'negative-ttl-long'],
  'primary.test': ['insecure', 'primary-silent'],
  'open-transfer.test': ['insecure', 'server-open-transfer'],
  'slow-ttl.test': ['insecure', 'delegation-ttl-long'],
  'wished.test': ['secure', 'cds-differs'],
};

/** The start of delv's output; for bogus zones and those without an answer, it fails without such a line. */
const delvBegins: Readonly<Record<string, string>> = { secure: '; fully validated', insecure: '; unsigned answer' };
const ofVerdict = ['chain-valid', 'chain-broken', 'chain-unknown', 'zone-unsigned', 'zone-unserved'];

test('has an expectation for every zone of the lab', () => {
  expect(Object.keys(expected).sort()).toEqual(delegationZones.map(({ name }) => name).sort());
});

describe.each(Object.entries(expected))('%s', (domain, [verdict, ...codes]) => {
  test(`is ${verdict}${codes.length > 0 ? `, and has ${codes.join(', ')}` : ', and nothing is wrong with it'}`, async () => {
    const { findings = [], zones, ...answer } = await lookUp(domain);
    expect(answer.verdict, answer.why).toBe(verdict);
    expect(zones.map(({ name }) => name)).toEqual(['.', 'test', domain]);
    const found = findings.map(({ code }) => code).filter((code) => !ofVerdict.includes(code));
    expect([...new Set(found)].sort()).toEqual([...codes].sort());
    expect(findings.filter(({ evidence }) => evidence === '')).toEqual([]);
  });
});

// For a zone whose servers do not answer, our verdict is not-determinable; a resolver may have just the referral.
const told = Object.entries(expected).filter(([, [verdict]]) => verdict !== 'not-determinable');

test.each(told)(
  '%s has the verdict of delv',
  async (domain, [verdict]) => {
    const said = await lab.delv(domain);
    const begins = delvBegins[verdict];
    if (begins === undefined) expect(said).not.toMatch(/^; (?:fully validated|unsigned answer)/m);
    else expect(said).toContain(begins);
  },
  30_000,
);

test.each(told)('%s has the verdict of Unbound', async (domain, [verdict]) => {
  const { rcode, isAuthenticated, extendedErrors } = await lab.unbound(domain);
  expect(rcode).toBe(verdict === 'bogus' ? 'SERVFAIL' : 'NOERROR');
  expect(isAuthenticated).toBe(verdict === 'secure');
  if (verdict === 'bogus') expect(extendedErrors).not.toEqual([]);
});

test.each(told)('the DNS lookup says nothing opposite of %s', async (domain) => {
  const query = checkQuery('dns', { domain });
  const [{ findings = [] }, records] = await Promise.all([
    lookUp(domain),
    measure(query, { net, data: noData, signal: AbortSignal.timeout(30_000) }).catch(() => null),
  ]);
  const all = [...findings, ...(records?.findings ?? [])];
  // The chain leads to the keys; that denials or addresses cannot be proven is said by both.
  const isBelow = domain === 'undenied.test' || domain === 'expired-addresses.test';
  expect(oppositesIn(all.filter(({ code }) => !isBelow || code !== 'chain-valid'))).toEqual([]);
});

test('names the server, its address, its reply, and the remedy in a finding', async () => {
  const { findings = [] } = await lookUp('half-expired.test');
  const expired = findings.filter(({ code }) => code === 'signature-expired');
  expect(expired.length).toBeGreaterThan(0);
  for (const { evidence } of expired) {
    expect(evidence).toContain(`ns2.half-expired.test (${delegationServers.ns2})`);
    expect(evidence).not.toContain(delegationServers.ns1);
    expect(evidence).toContain('2026-02-01');
  }
  const wrong = (await lookUp('bogus.test')).findings?.find(({ code }) => code === 'ds-digest-differs');
  const [own = ''] = (await lab.dsOf('bogus.test')).match(/[\dA-F]{40,}[\dA-F ]*/) ?? [];
  expect(wrong?.fix).toContain(own.replace(/ /g, ''));
});

describe('signatures over the addresses of the name, which delv judges alike', () => {
  test.each([
    ['expired-addresses.test', 'A', 'over A by', 'expired'],
    ['expired-addresses.test', 'AAAA', null, 'valid'],
    ['www.expired-addresses.test', 'A', 'over A of www.expired-addresses.test by', 'expired'],
    ['alias.expired-addresses.test', 'CNAME', null, 'valid'],
  ])('%s %s', async (domain, type, evidence, state) => {
    const answer = await lookUp(domain);
    expect(answer.verdict).toBe('secure');
    const { signatures = [] } = answer.zones.at(-1) ?? {};
    expect(new Set(signatures.filter(({ covers }) => covers === type).map((one) => one.state))).toEqual(
      new Set([state]),
    );
    const found = answer.findings?.filter(({ code }) => code === 'signature-expired').map((one) => one.evidence) ?? [];
    if (evidence !== null) expect(found.join(' ')).toContain(evidence);
    expect(found.filter((one) => !one.includes('over A '))).toEqual([]);
    const isValidated = /^; fully validated/m.test(await lab.delv(domain, type));
    expect(isValidated).toBe(state === 'valid');
  });
});

test('examines a name without a zone of its own in the zone above', async () => {
  expect(await lookUp('www.good.test')).toMatchObject({ zone: 'good.test', nameExists: true, verdict: 'secure' });
  const missing = await lookUp('nobody.good.test');
  expect(missing).toMatchObject({ zone: 'good.test', nameExists: false });
  expect(missing.findings?.map(({ code }) => code)).toContain('name-missing');
});

test('reports each zone as soon as it is judged', async () => {
  const parts: DelegationPart[] = [];
  const answer = await lookUp('good.test', {}, (part) => parts.push(part as DelegationPart));
  expect(parts.map(({ zone }) => zone.name)).toEqual(['.', 'test', 'good.test']);
  expect(parts.flatMap(({ edges }) => edges)).toEqual(answer.edges);
  expect(parts.flatMap(({ servers }) => servers.map(({ address }) => address))).toEqual(
    answer.servers.map(({ address }) => address),
  );
});

describe('before publication', () => {
  test('a matching DS makes a signed zone secure', async () => {
    const [, fields = ''] = /DS\s+(\d+ \d+ 2 [\dA-F ]+)/.exec(await lab.dsOf('island.test')) ?? [];
    const answer = await lookUp('island.test', { ds: fields });
    expect(answer).toMatchObject({ verdict: 'secure', isPreFlight: true });
  });

  test('a DS that does not match is detected', async () => {
    const answer = await lookUp('good.test', { ds: `1 13 2 ${'00'.repeat(32)}` });
    expect(answer.verdict).toBe('bogus');
    expect(answer.findings?.map(({ code }) => code)).toContain('ds-without-key');
  });

  test('the given servers are asked instead of those that the parent lists', async () => {
    const servers = `ns1.all-lame.test/${delegationServers.closed}`;
    const answer = await lookUp('good.test', { servers });
    expect(answer.servers.filter(({ zone }) => zone === 'good.test').map(({ address }) => address)).toEqual([
      delegationServers.closed,
    ]);
    expect(answer.verdict).toBe('not-determinable');
    const works = await lookUp('good.test', { servers: `ns1.hosts.test,ns2.hosts.test/${delegationServers.ns2}` });
    expect(works.verdict).toBe('secure');
  });
});

test('asks no more than the limit, and few questions for a healthy zone', async () => {
  const { questions } = await lookUp('good.test');
  expect(questions).toBeLessThanOrEqual(34);
});
