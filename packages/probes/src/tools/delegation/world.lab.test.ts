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
import {
  chains,
  type Expected,
  healthy,
  hostile,
  servers,
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

const expected: Expected = { ...healthy, ...chains, ...servers };
const ofVerdict = ['chain-valid', 'chain-broken', 'chain-unknown', 'zone-unsigned'];
/** The finding that states the verdict; for a zone with keys but without a chain, that is `ds-missing`. */
const told: Readonly<Record<Verdict, readonly string[]>> = {
  secure: ['chain-valid'],
  insecure: ['zone-unsigned', 'ds-missing'],
  bogus: ['chain-broken'],
  'not-determinable': ['chain-unknown'],
};

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
  const names = Object.keys(expected).filter((name) => expected[name]?.[0] !== 'not-determinable');
  const isSlow = (name: string) => /^(?:from-elsewhere|drip|hanging|noise)/.test(name);
  const lookups = await lookUp([
    { queries: queriesFor(Object.keys(costly)), atOnce: 1 },
    { queries: queriesFor([deep, ...Object.keys(hostile).filter(isSlow)]), atOnce: 6 },
    {
      queries: queriesFor([...Object.keys(hostile).filter((name) => !isSlow(name)), ...Object.keys(expected)]),
      ...{ atOnce: 8, isPatient: true },
    },
  ]);
  for (const one of lookups) found.set(one.domain, one);
  [delv, unbound] = await Promise.all([world.delv(names), world.unbound([...names, 'kid.flood.test', 'keytrap.test'])]);
}, 240_000);
afterAll(() => world?.stop());

function answerOf(name: string) {
  const lookup = found.get(name);
  if (lookup?.answer == null) throw new Error(`${name}: ${lookup?.failure ?? 'not looked up'}`);
  return lookup.answer;
}

test('has an expectation for every zone of the lab', () => {
  const hostileNames = [...Object.keys(hostileServers), 'flood.test', 'kid.flood.test'];
  const names = allWorldZones.map(({ name }) => name).filter((name) => !hostileNames.includes(name));
  expect(Object.keys(expected).sort()).toEqual(names.sort());
});

test.each(Object.entries(expected))('%s', (name, [verdict, ...codes]) => {
  const { findings = [], ...answer } = answerOf(name);
  expect(answer.verdict, answer.why).toBe(verdict);
  const others = findings.map(({ code }) => code).filter((code) => !ofVerdict.includes(code));
  expect([...new Set(others)].sort()).toEqual([...codes].sort());
  expect(findings.filter(({ code }) => told[verdict].includes(code))).toHaveLength(1);
  expect(findings.filter(({ evidence }) => evidence === '')).toEqual([]);
});

test.each(Object.keys(healthy))('%s is healthy: nothing is worse than a note', (name) => {
  const worse = answerOf(name).findings?.filter(({ state }) => state !== 'good' && state !== 'note');
  expect(worse).toEqual([]);
});

describe('resolvers reach the same verdict', () => {
  // Excludes a zone one of whose servers denies the name: a resolver that happens to ask that server believes it.
  const judged = Object.entries(expected).filter(
    ([name, [verdict]]) => verdict !== 'not-determinable' && name !== 'name-error.test',
  );

  test.each(judged)('%s by Unbound', (name, [verdict]) => {
    const said = unbound.get(name);
    if (verdict === 'bogus') expect(said).toMatchObject({ rcode: 'SERVFAIL' });
    else expect(said).toMatchObject({ rcode: 'NOERROR', isAuthenticated: verdict === 'secure' });
    if (verdict === 'bogus') expect(said?.extendedErrors).not.toEqual([]);
  });

  test.each(judged)('%s by delv', (name, [verdict]) => {
    const said = delv.get(name) ?? '';
    if (verdict === 'secure') expect(said).toContain('; fully validated');
    else expect(said).not.toContain('; fully validated');
    if (verdict === 'insecure') expect(said).toContain('; unsigned answer');
    if (verdict === 'bogus') expect(said).toMatch(/resolution failed/);
  });

  test('flooded and trapped zones by Unbound', () => {
    expect(unbound.get('kid.flood.test')).toMatchObject({ rcode: 'NOERROR', isAuthenticated: false });
    // On a busy machine, this may take longer than the time limit.
    expect(unbound.get('keytrap.test')?.rcode).toMatch(/SERVFAIL|none/);
  });
});

describe('hostile servers', () => {
  test.each(Object.entries({ ...hostile, ...costly }))('%s ends within the bounds', (name, verdict) => {
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

describe('reported details', () => {
  const evidenceOf = (name: string, wanted: string) =>
    (answerOf(name).findings ?? []).filter(({ code }) => code === wanted).map(({ evidence }) => evidence);

  test('an expired signature is attributed to one server, at both of its addresses', () => {
    const { nsd, bind } = worldServers;
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
