import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { allWorldZones, type DelegationWorld, hostileServers, startDelegationWorld, worldServers } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DelegationLookup, DelegationLookups } from '../../testing/delegation-lookups.ts';

const script = fileURLToPath(new URL('../../testing/delegation-lookups.ts', import.meta.url));
const MAX_QUESTIONS = 400;
const MAX_VERIFICATIONS = 200;
const DEADLINE_MS = 15_000;

type Verdict = 'secure' | 'insecure' | 'bogus' | 'not-determinable';
type Expected = Readonly<Record<string, readonly [verdict: Verdict, ...codes: string[]]>>;

/** Zones as they should be: what is found besides the verdict is no more than a note. */
const healthy: Expected = {
  'ecdsa.test': ['secure'],
  'rsa.test': ['secure'],
  'ed25519.test': ['secure'],
  'nsec3.test': ['secure'],
  'optout.test': ['secure'],
  'csk.test': ['secure'],
  'multi-signer.test': ['secure'],
  'unsigned.test': ['insecure'],
  'anycast.test': ['secure', 'one-name-server'],
  'six.test': ['secure', 'servers-without-ipv4'],
  'hosting.optout': ['secure'],
  'elsewhere.test': ['secure'],
  'three.test': ['secure'],
  'plain.optout': ['insecure'],
  'child.ecdsa.test': ['secure'],
  'far.below.nsec3.test': ['secure'],
  'wildcard.test': ['secure'],
  'wildcard.optout': ['secure'],
  'sha384.test': ['secure'],
  'two-algorithms.test': ['secure'],
  'enrolling.test': ['insecure', 'ds-missing'],
};

const chains: Expected = {
  'wrong-digest.test': ['bogus', 'ds-digest-differs'],
  'no-such-key.optout': ['bogus', 'ds-without-key'],
  'no-keys.test': ['bogus', 'ds-without-key'],
  'other-algorithm.test': ['bogus', 'ds-without-key'],
  'gost.test': ['insecure', 'ds-unsupported'],
  'future-digest.test': ['insecure', 'ds-unsupported'],
  'weak-digest.test': ['secure', 'ds-digest-weak'],
  'standby.test': ['secure', 'ds-without-key'],
  'expired.test': ['bogus', 'signature-expired'],
  'expired-here.test': ['secure', 'signature-expired'],
  'early.optout': ['bogus', 'signature-not-yet-valid'],
  'early-here.test': ['secure', 'signature-not-yet-valid'],
  'ending.test': ['secure', 'signature-ends-soon'],
  'soa-spoiled.test': ['bogus', 'signature-wrong'],
  'keys-spoiled.test': ['bogus', 'signature-wrong'],
  'ns-spoiled.test': ['secure', 'signature-wrong'],
  'spoiled-here.test': ['secure', 'signature-wrong'],
  'soa-unsigned.test': ['bogus'],
  'keys-unsigned.test': ['bogus'],
  'no-entry-point.test': ['bogus'],
  'island.test': ['insecure', 'ds-missing'],
  'island.unsigned': ['insecure'],
  'child.wrong-digest.test': ['bogus', 'ds-digest-differs'],
  'child.island.test': ['insecure'],
  'plain.no-proof.test': ['bogus'],
  'no-proof.test': ['secure', 'denial-unproven'],
  'no-wildcard-proof.test': ['secure', 'denial-unproven'],
  'iterations.test': ['secure', 'nsec3-iterations'],
  'one-iteration.test': ['secure', 'nsec3-iterations'],
  'plain.iterations.test': ['insecure'],
  'sha1.test': ['secure', 'algorithm-weak'],
  'rsa512.test': ['secure', 'algorithm-weak'],
  'old-key.test': ['secure', 'algorithm-weak'],
  'no-flag.test': ['secure', 'ds-key-without-sep'],
  'key-missing.test': ['secure', 'keys-differ'],
  'unsigned-here.test': ['secure', 'signatures-missing', 'denial-unproven', 'keys-differ'],
  'half-algorithm.test': ['secure', 'algorithm-incomplete'],
  'other-wish.test': ['secure', 'cds-differs'],
  'leaving.test': ['secure', 'cds-differs'],
};

const servers: Expected = {
  'no-tcp.test': ['insecure', 'server-without-tcp'],
  'no-udp.test': ['insecure', 'server-without-udp'],
  'no-edns.test': ['insecure', 'server-without-edns'],
  'formerr.test': ['insecure', 'server-without-edns'],
  'silent-on-edns.test': ['insecure', 'server-without-edns', 'server-without-tcp'],
  'no-dnssec.test': ['secure', 'signatures-missing', 'denial-unproven'],
  'no-authority.test': ['insecure', 'server-not-authoritative'],
  'open-recursion.test': ['insecure', 'server-open-recursion'],
  'lame-recursor.test': ['insecure', 'server-not-authoritative', 'server-open-recursion'],
  'open-transfer.test': ['insecure', 'server-open-transfer'],
  'refused.test': ['insecure', 'server-refuses'],
  'servfail.test': ['insecure', 'server-refuses'],
  'name-error.test': ['insecure', 'server-refuses'],
  'silent.test': ['insecure', 'server-silent'],
  'all-silent.test': ['not-determinable', 'server-silent', 'one-name-server'],
  'all-refuse.test': ['not-determinable', 'server-refuses'],
  'behind.test': ['insecure', 'serials-differ'],
  'wrapped.test': ['insecure', 'serials-differ'],
  'one-apart.test': ['insecure', 'serials-differ'],
  'torn.test': ['insecure', 'ns-differ-among-servers'],
  'ns-more.test': ['insecure', 'ns-differ-from-parent', 'server-refuses'],
  'ns-fewer.test': ['insecure', 'ns-differ-from-parent'],
  'glue-wrong.test': ['insecure', 'glue-differs', 'server-refuses'],
  'glue-six-wrong.test': ['insecure', 'glue-differs', 'server-silent'],
  'glue-missing.test': ['insecure', 'glue-missing'],
  'glue-six-missing.test': ['insecure', 'glue-differs'],
  'glue-inside.test': ['insecure', 'glue-differs', 'server-special-use'],
  'ns-alias.test': ['insecure', 'ns-alias'],
  'ns-nowhere.test': ['insecure', 'ns-without-address'],
  'one-server.test': ['insecure', 'one-name-server'],
  'one-network.test': ['insecure', 'one-network'],
  'alias.test': ['not-determinable', 'apex-alias', 'server-not-authoritative', 'one-name-server'],
  'timers.test': ['insecure', 'soa-times'],
  'expire-first.test': ['insecure', 'soa-times'],
  'primary-silent.test': ['insecure', 'primary-silent'],
  'long-ttl.test': ['insecure', 'delegation-ttl-long'],
};

/** Names in zones of hostile servers, and the verdict. */
const hostile: Readonly<Record<string, Verdict>> = {
  'www.a.circle.test': 'not-determinable',
  'x.upward.test': 'not-determinable',
  'n0.inside.test': 'not-determinable',
  'n1.inside.test': 'not-determinable',
  'n2.inside.test': 'not-determinable',
  'x.inside-names.test': 'not-determinable',
  'x.crowd.test': 'not-determinable',
  'x.alias-circle.test': 'not-determinable',
  'from-elsewhere.test': 'not-determinable',
  'truncated.test': 'not-determinable',
  'drip.test': 'not-determinable',
  'drip-silent.test': 'not-determinable',
  'hanging.test': 'not-determinable',
  'bulky.test': 'not-determinable',
  'noise.test': 'not-determinable',
};
/** Sixty zones below each other at one server: how far the walk gets depends on the time. */
const deep = `${'a.'.repeat(60)}deeper.test`;
/** What costs signatures or hashes is looked up alone, so that they can be counted. */
const costly: Readonly<Record<string, Verdict>> = { 'keytrap.test': 'bogus', 'kid.flood.test': 'insecure' };

const expected: Expected = { ...healthy, ...chains, ...servers };
const ofVerdict = ['chain-valid', 'chain-broken', 'chain-unknown', 'zone-unsigned'];
/** The finding that tells the verdict; for a zone with keys and without a chain that is `ds-missing`. */
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
  const started = await world.lab.start(process.execPath, ['--import', 'tsx', script], { env });
  started.stdin.end(`${JSON.stringify(groups)}\n`);
  const [said] = await Promise.all([text(started.stdout), once(started.stdout, 'close')]);
  if (said === '') throw new Error(`no lookups: ${started.output}`);
  return JSON.parse(said);
}

const queriesFor = (names: readonly string[]) => names.map((domain) => ({ domain }));

// Most of the time lookups wait for servers, so many run at once; the peers have the machine for themselves.
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

test('every zone of the lab has its expectation', () => {
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

describe('resolvers come to the same verdict', () => {
  // Resolvers that happen to ask the one server of it that denies the name believe that one.
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

  test('what was flooded and what was trapped, by Unbound', () => {
    expect(unbound.get('kid.flood.test')).toMatchObject({ rcode: 'NOERROR', isAuthenticated: false });
    // On a busy machine it takes longer than anybody waits.
    expect(unbound.get('keytrap.test')?.rcode).toMatch(/SERVFAIL|none/);
  });
});

describe('hostile servers', () => {
  test.each(Object.entries({ ...hostile, ...costly }))('%s ends within the bounds', (name, verdict) => {
    const answer = answerOf(name);
    expect(answer.verdict, answer.why).toBe(verdict);
    expectBounds(name);
  });

  test('a zone in a zone in a zone, and so on, ends within the bounds', () => {
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

  test('special-use addresses are named, and not one packet was sent to them by any lookup', async () => {
    for (const name of ['n0.inside.test', 'x.inside-names.test', 'glue-inside.test']) {
      expect(answerOf(name).findings?.map(({ code }) => code)).toContain('server-special-use');
    }
    expect(Object.entries(await world.lab.forbiddenPackets()).filter(([, packets]) => packets > 0)).toEqual([]);
  });
});

describe('what is said', () => {
  const evidenceOf = (name: string, wanted: string) =>
    (answerOf(name).findings ?? []).filter(({ code }) => code === wanted).map(({ evidence }) => evidence);

  test('an expired signature is that of one server, at both of its addresses, and of no other', () => {
    const { nsd, bind } = worldServers;
    for (const evidence of evidenceOf('expired-here.test', 'signature-expired')) {
      expect(evidence).toContain(`ns2.expired-here.test (${nsd.ipv4})`);
      expect(evidence).toContain(`ns2.expired-here.test (${nsd.ipv6})`);
      expect(evidence).not.toContain(bind.ipv4);
    }
  });

  test('a serial is behind by how much, and counts on after 4294967295 (RFC 1982)', () => {
    expect(evidenceOf('behind.test', 'serials-differ')[0]).toMatch(/ns2\.behind\.test .* 10000 behind/);
    expect(evidenceOf('wrapped.test', 'serials-differ')[0]).toMatch(/The newest serial is 3; ns2.* 9 behind/);
  });

  test('a first wish for a DS is no mistake, and says so', () => {
    expect(answerOf('enrolling.test').findings?.[0]).toMatchObject({ code: 'ds-missing', state: 'note' });
    expect(evidenceOf('enrolling.test', 'ds-missing')[0]).toContain('asks the parent');
  });

  test('a delegation that opt-out covers is proven as such', () => {
    expect(answerOf('plain.optout').zones.at(-1)?.dsDenial).toEqual({ method: 'nsec3', result: 'opt-out' });
  });

  test('IPv4 and IPv6 are asked beside each other', () => {
    const families = answerOf('ecdsa.test').servers.filter(({ answered }) => answered === true);
    expect(new Set(families.map(({ family }) => family))).toEqual(new Set([4, 6]));
  });
});

// The last one: afterwards nobody reaches the servers of this world any more.
test('a resolver that answers in the place of all servers is noticed', async () => {
  await world.intercept();
  const [lookup] = await lookUp([{ queries: [{ domain: 'ecdsa.test' }], atOnce: 1 }]);
  expect(lookup?.answer, lookup?.failure ?? '').toMatchObject({
    verdict: 'not-determinable',
    gaps: [{ part: 'intercepted', code: 'source-failed' }],
  });
  expect(lookup?.answer?.findings?.map(({ code }) => code)).toEqual(['chain-unknown']);
});
