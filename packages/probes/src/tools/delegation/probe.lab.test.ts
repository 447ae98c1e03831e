import type { DelegationPart } from '@sonde/contract';
import { type DelegationLab, delegationServers, delegationZones } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import {
  type DelegationChecks,
  expectedInLab,
  judgedInLab,
  openDelegationChecks,
} from '../../testing/delegation-checks.ts';

let checks: DelegationChecks;
let lab: DelegationLab;
let lookUp: DelegationChecks['lookUp'];

beforeAll(async () => {
  checks = await openDelegationChecks();
  ({ lab, lookUp } = checks);
}, 240_000);
afterAll(() => checks?.stop());

const ofVerdict = ['chain-valid', 'chain-broken', 'chain-unknown', 'zone-unsigned', 'zone-unserved'];

const ofEachVerdict = ['secure', 'insecure', 'bogus'].flatMap((one) =>
  judgedInLab.filter(([, [verdict]]) => verdict === one).slice(0, 2),
);
const chosen = isLong
  ? Object.entries(expectedInLab)
  : [
      ...ofEachVerdict,
      ...Object.entries(expectedInLab)
        .filter(([, [verdict]]) => verdict === 'not-determinable')
        .slice(0, 2),
    ];

test('has an expectation for every zone of the lab', () => {
  expect(Object.keys(expectedInLab).sort()).toEqual(delegationZones.map(({ name }) => name).sort());
});

describe.each(chosen)('%s', (domain, [verdict, ...codes]) => {
  test(`is ${verdict}${codes.length > 0 ? `, and has ${codes.join(', ')}` : ', and nothing is wrong with it'}`, async () => {
    const { findings = [], zones, ...answer } = await lookUp(domain);
    expect(answer.verdict, answer.why).toBe(verdict);
    expect(zones.map(({ name }) => name)).toEqual(['.', 'test', domain]);
    const found = findings.map(({ code }) => code).filter((code) => !ofVerdict.includes(code));
    expect([...new Set(found)].sort()).toEqual([...codes].sort());
    expect(findings.filter(({ evidence }) => evidence === '')).toEqual([]);
  });
});

// `probe.lab.long.test.ts` has all zones.
test.each(ofEachVerdict)('%s has the verdict of delv', (domain, [verdict]) => checks.expectSaidByDelv(domain, verdict));

inLongSet(test).each(ofEachVerdict)('the DNS lookup says nothing opposite of %s', (domain) =>
  checks.expectNothingOppositeOfDns(domain),
);

test.each(isLong ? judgedInLab : ofEachVerdict)('%s has the verdict of Unbound', async (domain, [verdict]) => {
  const { rcode, isAuthenticated, extendedErrors } = await lab.unbound(domain);
  expect(rcode).toBe(verdict === 'bogus' ? 'SERVFAIL' : 'NOERROR');
  expect(isAuthenticated).toBe(verdict === 'secure');
  if (verdict === 'bogus') expect(extendedErrors).not.toEqual([]);
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

inLongSet(test)('reports each zone as soon as it is judged', async () => {
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

  inLongSet(test)('a DS that does not match is detected', async () => {
    const answer = await lookUp('good.test', { ds: `1 13 2 ${'00'.repeat(32)}` });
    expect(answer.verdict).toBe('bogus');
    expect(answer.findings?.map(({ code }) => code)).toContain('ds-without-key');
  });

  inLongSet(test)('the given servers are asked instead of those that the parent lists', async () => {
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
