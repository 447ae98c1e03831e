import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  allWorldZones,
  type DelegationWorld,
  hostileServers,
  programArguments,
  startDelegationWorld,
  worldServers,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../../../../scripts/test/vitest-settings.ts';
import {
  expected,
  expectSaidByDelv,
  further,
  healthy,
  hostile,
  judged,
  type Verdict,
} from '../../testing/delegation-expectations.ts';
import type { DelegationLookup, DelegationLookups } from '../../testing/delegation-lookups.ts';

const script = fileURLToPath(new URL('../../testing/delegation-lookups.ts', import.meta.url));
const MAX_QUESTIONS = 400;
const MAX_VERIFICATIONS = 200;
const DEADLINE_MS = 15_000;

/** Sixty nested zones on one server: how far the walk gets depends on the time. */
const deep = `${'a.'.repeat(60)}deeper.test`;
/** Zones that cost signatures or hashes are looked up separately, so that they can be counted. */
const costly: Readonly<Record<string, Verdict>> = { 'keytrap.test': 'bogus', 'kid.flood.test': 'insecure' };

const ofEachVerdict = (['secure', 'insecure', 'bogus'] as const).flatMap((one) =>
  judged.filter(([, [verdict]]) => verdict === one).slice(0, 2),
);
const chosenOf = <Expectation>(all: Readonly<Record<string, Expectation>>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isLong || !further.has(name)));
const [chosen, chosenHostile] = [chosenOf(expected), chosenOf(hostile)];
const { bind, knot, nsd } = worldServers;
/** Zones that are served, but not delegated, as somebody would check them before. */
const before = [
  { domain: 'unborn.test', servers: `ns1.unborn.test/${bind.ipv4},ns2.unborn.test/${knot.ipv4}` },
  { domain: 'unborn-signed.test', servers: `ns1.unborn-signed.test/${knot.ipv4},ns2.unborn-signed.test/${nsd.ipv4}` },
];
/** The finding that states the verdict; for a zone with keys but without a chain, that is `ds-missing`. */
const told: Readonly<Record<Verdict, readonly string[]>> = {
  secure: ['chain-valid'],
  insecure: ['zone-unsigned', 'ds-missing', 'parent-unsigned', 'ds-unsupported'],
  bogus: ['chain-broken', 'delegation-missing'],
  'not-determinable': ['chain-unknown', 'zone-unserved', 'keys-unreadable'],
};
const ofVerdict = ['chain-valid', 'zone-unsigned', 'parent-unsigned', ...told.bogus, ...told['not-determinable']];

let world: DelegationWorld;
const found = new Map<string, DelegationLookup>();
let [delv, unbound]: [Awaited<ReturnType<DelegationWorld['delv']>>, Awaited<ReturnType<DelegationWorld['unbound']>>] = [
  new Map(),
  new Map(),
];

async function lookUp(groups: DelegationLookups): Promise<readonly DelegationLookup[]> {
  const env = { SONDE_ROOT_HINTS: world.hintsFile, SONDE_ROOT_ANCHORS: world.anchorsFile };
  const started = await world.lab.start(process.execPath, await programArguments(script), { env });
  started.stdin.end(`${JSON.stringify(groups)}\n`);
  const [said] = await Promise.all([text(started.stdout), once(started.stdout, 'close')]);
  if (said === '') throw new Error(`no lookups: ${started.output}`);
  return JSON.parse(said);
}

const queriesFor = (names: readonly string[]) => names.map((domain) => ({ domain }));

// Lookups mostly wait for servers, so many run at once; the peers then have the machine to themselves.
beforeAll(async () => {
  world = await startDelegationWorld();
  const names = Object.keys(chosen).filter((name) => chosen[name]?.[0] !== 'not-determinable');
  const isSlow = (name: string) => /^(?:from-elsewhere|drip|hanging|noise)/.test(name);
  const lookups = await lookUp([
    { queries: queriesFor(Object.keys(costly)), atOnce: 1 },
    { queries: queriesFor([deep, ...Object.keys(chosenHostile).filter(isSlow)]), atOnce: 6 },
    { queries: before, atOnce: 2, isPatient: true },
    {
      queries: queriesFor([...Object.keys(chosenHostile).filter((name) => !isSlow(name)), ...Object.keys(chosen)]),
      ...{ atOnce: 8, isPatient: true },
    },
  ]);
  for (const one of lookups) found.set(one.domain, one);
  [delv, unbound] = await Promise.all([
    world.delv(ofEachVerdict.map(([name]) => name)),
    world.unbound([...names, 'kid.flood.test', 'keytrap.test']),
  ]);
}, 240_000);
afterAll(() => world?.stop());

function answerOf(name: string) {
  const lookup = found.get(name);
  if (lookup?.answer == null) throw new Error(`${name}: ${lookup?.failure ?? 'not looked up'}`);
  return lookup.answer;
}

test('has an expectation for every zone of the lab', () => {
  const hostileNames = [
    ...Object.keys(hostileServers),
    'flood.test',
    'kid.flood.test',
    ...before.map(({ domain }) => domain),
  ];
  const names = allWorldZones.map(({ name }) => name).filter((name) => !hostileNames.includes(name));
  expect(Object.keys(expected).sort()).toEqual(names.sort());
});

test.each(Object.entries(chosen))('%s', (name, [verdict, ...codes]) => {
  const { findings = [], ...answer } = answerOf(name);
  expect(answer.verdict, answer.why).toBe(verdict);
  const others = findings.map(({ code }) => code).filter((code) => !ofVerdict.includes(code));
  expect([...new Set(others)].sort()).toEqual([...codes].sort());
  expect(findings.filter(({ code }) => told[verdict].includes(code))).toHaveLength(1);
  expect(findings.filter(({ evidence }) => evidence === '')).toEqual([]);
});

test.each(Object.keys(chosenOf(healthy)))('%s is healthy: nothing is worse than a note', (name) => {
  const worse = answerOf(name).findings?.filter(({ state }) => state !== 'good' && state !== 'note');
  expect(worse).toEqual([]);
});

describe('resolvers reach the same verdict', () => {
  test.each(judged.filter(([name]) => name in chosen))('%s by Unbound', (name, [verdict]) => {
    const said = unbound.get(name);
    if (verdict === 'bogus') expect(said).toMatchObject({ rcode: 'SERVFAIL' });
    else expect(said).toMatchObject({ rcode: 'NOERROR', isAuthenticated: verdict === 'secure' });
    if (verdict === 'bogus') expect(said?.extendedErrors).not.toEqual([]);
  });

  // `world.lab.long.test.ts` has all zones.
  test.each(ofEachVerdict)('%s by delv', (name, [verdict]) => expectSaidByDelv(delv.get(name), verdict));

  test('flooded and trapped zones by Unbound', () => {
    expect(unbound.get('kid.flood.test')).toMatchObject({ rcode: 'NOERROR', isAuthenticated: false });
    // On a busy machine, this may take longer than the time limit.
    expect(unbound.get('keytrap.test')?.rcode).toMatch(/SERVFAIL|none/);
  });
});

describe('hostile servers', () => {
  test.each(Object.entries({ ...chosenHostile, ...costly }))('%s ends within the bounds', (name, verdict) => {
    const answer = answerOf(name);
    expect(answer.verdict, answer.why).toBe(verdict);
    expectBounds(name);
  });

  test('deeply nested zones end within the limits', () => {
    expectBounds(deep);
    expect(answerOf(deep).zones.length).toBeGreaterThan(1);
  });

  function expectBounds(name: string): void {
    const answer = answerOf(name);
    expect(answer.questions).toBeLessThanOrEqual(MAX_QUESTIONS);
    expect(found.get(name)?.wallMs).toBeLessThan(DEADLINE_MS);
    expect(JSON.stringify(answer).length).toBeLessThan(512 * 1024);
  }

  test.each(Object.keys(costly))('%s costs no more signatures than the limit', (name) => {
    expect(found.get(name)?.verifications).toBeLessThanOrEqual(MAX_VERIFICATIONS);
  });

  test('special-use addresses are reported, and no lookup sends them a packet', async () => {
    for (const name of ['n0.inside.test', 'x.inside-names.test', 'glue-inside.test']) {
      expect(answerOf(name).findings?.map(({ code }) => code)).toContain('server-special-use');
    }
    expect(Object.entries(await world.lab.forbiddenPackets()).filter(([, packets]) => packets > 0)).toEqual([]);
  });
});

describe('before publication', () => {
  test.each(before)('$domain, which its parent does not delegate yet, is judged by its own servers', ({ domain }) => {
    const { verdict, zone, zones, findings = [], servers } = answerOf(domain);
    expect([verdict, zone, zones.at(-1)?.isDelegated]).toEqual(['insecure', domain, false]);
    expect(servers.filter((one) => one.zone === domain).map(({ authoritative }) => authoritative)).toEqual([
      true,
      true,
    ]);
    const signed = domain.includes('signed');
    expect(findings.map(({ code, state }) => `${state} ${code}`)).toEqual([
      signed ? 'note ds-missing' : 'note zone-unsigned',
    ]);
    expect(findings[0]?.evidence).toContain(`Test proves that it does not delegate ${domain}`.replace('Test', 'test'));
  });
});

describe('reported details', () => {
  const only = (name: string, code: string) => (answerOf(name).findings ?? []).find((one) => one.code === code);

  test('keys that could not be read are not called absent, and the DS record is left alone', () => {
    const { findings = [] } = answerOf('keys-cut.test');
    expect(findings.map(({ code }) => code)).not.toContain('ds-without-key');
    expect(only('keys-cut.test', 'keys-unreadable')).toMatchObject({
      state: 'bad',
      fix: expect.stringContaining('TCP port 53'),
    });
    expect(findings.map(({ fix }) => fix ?? '').join(' ')).not.toMatch(/remove the DS/i);
  });

  test('a zone that its signed parent does not delegate is rejected for that reason', () => {
    expect(only('hidden.over.test', 'delegation-missing')?.evidence).toContain('does not delegate hidden.over.test');
    expect(only('hidden.over.test', 'delegation-missing')?.fix).toContain(
      'Add the NS records of hidden.over.test to over.test',
    );
  });

  test('a missing address is only a note, one that also serves the zone a warning, and a wrong one bad', () => {
    expect(only('glue-six-missing.test', 'glue-incomplete')?.state).toBe('note');
    expect(only('glue-old.test', 'glue-differs')?.state).toBe('warn');
    expect(only('glue-wrong.test', 'glue-differs')?.state).toBe('bad');
  });

  test('sizes of answers that arrive, and of one that is lost', () => {
    expect(only('large-lost.test', 'server-loses-large-answers')?.evidence).toMatch(
      /^Answers of ns2\.large-lost\.test \(45\.91\.25\.1\) with up to \d{2,3} octets arrive over UDP\. .* \d{3,4} octets, arrives over TCP only/,
    );
  });

  test('the key tag of the DS record, and why that key does not count', () => {
    expect(answerOf('revoked.test').why).toMatch(/^The DS \d+ refers to a key of revoked\.test that is revoked/);
    expect(answerOf('no-zone-key.test').why).toMatch(
      /^The DS \d+ refers to a key of .* is no zone key \(Zone Key flag missing\)/,
    );
    expect(only('revoked.test', 'ds-key-unusable')?.fix).toMatch(
      /^Publish at the registrar: revoked\.test\. IN DS \d+ 13 2 /,
    );
    expect(answerOf('no-entry-point.test').why).toMatch(
      /^The DS refers to the key \d+ of .*, but the key set is signed by the key \d+ only/,
    );
  });

  test('a signed zone is not called unsigned, and the remedy is where the chain ends', () => {
    expect(only('island.unsigned', 'parent-unsigned')?.evidence).toMatch(/unsigned publishes the DS \d+ for it/);
    expect(only('island.unsigned', 'parent-unsigned')?.fix).toBe('unsigned has to be signed first.');
    expect(only('child.island.test', 'parent-unsigned')?.fix).toMatch(
      /^The DS record of island\.test has to be published first: /,
    );
    expect(only('gost.test', 'ds-unsupported')?.evidence).toContain('therefore treat the zone as unsigned');
  });

  test('a domain without any working server is down, which is a verdict', () => {
    for (const name of ['all-silent.test', 'all-refuse.test']) expect(only(name, 'zone-unserved')?.state).toBe('bad');
  });

  const evidenceOf = (name: string, wanted: string) =>
    (answerOf(name).findings ?? []).filter(({ code }) => code === wanted).map(({ evidence }) => evidence);

  test('an expired signature is attributed to one server, at both of its addresses', () => {
    for (const evidence of evidenceOf('expired-here.test', 'signature-expired')) {
      expect(evidence).toContain(`ns2.expired-here.test (${nsd.ipv4})`);
      expect(evidence).toContain(`ns2.expired-here.test (${nsd.ipv6})`);
      expect(evidence).not.toContain(bind.ipv4);
    }
  });

  test('how far a serial is behind, with wraparound after 4294967295 (RFC 1982)', () => {
    expect(evidenceOf('behind.test', 'serials-differ')[0]).toMatch(/ns2\.behind\.test .* 10000 behind/);
    expect(evidenceOf('wrapped.test', 'serials-differ')[0]).toMatch(/The newest serial is 3; ns2.* 9 behind/);
  });

  test('a first request for a DS (CDS) is not an error', () => {
    expect(answerOf('enrolling.test').findings?.[0]).toMatchObject({ code: 'ds-missing', state: 'note' });
    expect(evidenceOf('enrolling.test', 'ds-missing')[0]).toContain('request a DS record from the parent');
  });

  test('a delegation that opt-out covers is proven as such', () => {
    expect(answerOf('plain.optout').zones.at(-1)?.dsDenial).toEqual({ method: 'nsec3', result: 'opt-out' });
  });

  test('both IPv4 and IPv6 are asked', () => {
    const families = answerOf('ecdsa.test').servers.filter(({ answered }) => answered === true);
    expect(new Set(families.map(({ family }) => family))).toEqual(new Set([4, 6]));
  });
});

// Must be the last test: afterwards, the servers of this world are unreachable.
test('detects a resolver that intercepts all questions', async () => {
  await world.intercept();
  const [lookup] = await lookUp([{ queries: [{ domain: 'ecdsa.test' }], atOnce: 1 }]);
  expect(lookup?.answer, lookup?.failure ?? '').toMatchObject({
    verdict: 'not-determinable',
    gaps: [{ part: 'intercepted', code: 'source-failed' }],
  });
  expect(lookup?.answer?.findings?.map(({ code }) => code)).toEqual(['chain-unknown']);
});
