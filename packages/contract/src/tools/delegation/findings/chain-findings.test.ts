import { expect, it } from 'vitest';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import { delegationChecks } from '../checks.ts';
import type { chainExplanations } from './chain-explanations.ts';
import { allDelegationFindings } from './findings.ts';
import {
  ds,
  key,
  NS1,
  NS2,
  server,
  signature,
  delegationAnswer as signed,
  silent,
  unsignedAnswer as unsigned,
} from './testing/delegation-answer.ts';
import type { verdictExplanations } from './verdict-explanations.ts';

const bogus = (zone: object, why: string, more: object = {}) =>
  signed({ zone: { status: 'bogus', ...zone }, answer: { verdict: 'bogus', why }, ...more });
const unknown = (servers: Parameters<typeof signed>[0] & object, why = 'No server answers.') =>
  signed({
    zone: { status: 'not-determinable', keys: [], signatures: [], ds: [ds({ state: 'not-checked' })] },
    answer: { verdict: 'not-determinable', why },
    ...servers,
  });
const withDs = (one: Parameters<typeof ds>[0], more: object = {}) =>
  bogus({ ds: [ds(one)], ...more }, 'The DS does not match.');
const withKey = (more: Parameters<typeof key>[0]) => signed({ zone: { keys: [key(more)] } });
const withSignature = (more: Parameters<typeof signature>[0]) =>
  signed({ zone: { signatures: [signature(more), signature({ covers: 'DNSKEY' })] } });
const rsa = { algorithm: 8, algorithmName: 'RSASHA256' };
const truncated = [
  server(1, { keysReply: 'truncated', tcp: false }),
  server(2, { keysReply: 'truncated', tcp: false }),
];

it('a signed zone in good order has nothing but the good verdict, and an unsigned one a note', () => {
  expect(verdictsOn('delegation', signed())).toEqual(['good chain-valid']);
  expect(verdictsOn('delegation', unsigned())).toEqual(['note zone-unsigned']);
});

testGoldenFindings<keyof typeof verdictExplanations>('delegation', {
  'chain-valid': { state: 'good', has: signed(), evidence: 'from the root to example.com', hasNot: unsigned() },
  'chain-broken': {
    state: 'bad',
    has: bogus({ keys: [key({ signsKeys: false })] }, 'The key set is not signed by the key 34505.'),
    evidence: 'the key 34505',
    hasNot: signed(),
  },
  'delegation-missing': {
    state: 'bad',
    has: bogus({ isDelegated: false, ds: [], keys: [] }, 'com proves that it does not delegate example.com.'),
    evidence: 'does not delegate',
    hasNot: bogus({}, 'The SOA record has an expired signature.'),
  },
  'keys-unreadable': {
    state: 'bad',
    has: unknown({ servers: truncated }, 'The keys could not be read.'),
    evidence: `cut off (TC flag) at ns1.example.com (${NS1}), ns2.example.com (${NS2})`,
    hasNot: unknown({ servers: [server(1, { keysReply: 'silent' }), server(2, { keysReply: 'silent' })] }),
  },
  'chain-unknown': {
    state: 'unknown',
    has: unknown({ servers: [server(1, { keysReply: 'silent' }), server(2, { keysReply: 'silent' })] }),
    evidence: 'No server answers.',
    hasNot: unknown({ servers: truncated }),
  },
  'zone-unserved': {
    state: 'bad',
    has: unknown({ servers: [server(1, silent), server(2, { rcode: 5, authoritative: false })] }),
    evidence: 'None of the 2 addresses of the name servers of example.com answers for the zone.',
    // One of them was not asked, because of a limit: it may work.
    hasNot: unknown({ servers: [server(1, silent), server(2, { ...silent, answered: false, reason: 'limit' })] }),
  },
  'zone-unsigned': {
    state: 'note',
    has: unsigned(),
    evidence: 'com proves that example.com has no DS.',
    hasNot: unsigned({ zone: { ds: [ds({ state: 'unsupported-digest', digestType: 3 })], keys: [key()] } }),
  },
  'parent-unsigned': {
    state: 'note',
    has: unsigned({ zone: { keys: [key()], ds: [ds()] }, parent: { status: 'insecure' } }),
    evidence: 'The zone has the keys 34505. com publishes the DS 34505 for it.',
    hasNot: unsigned({ zone: { keys: [key()] } }),
  },
  'ds-missing': {
    state: 'warn',
    has: unsigned({ zone: { keys: [key()] } }),
    evidence: 'The zone has the keys 34505. com proves',
    hasNot: unsigned({ zone: { keys: [key()] }, parent: { status: 'insecure' } }),
  },
});

testGoldenFindings<keyof typeof chainExplanations>('delegation', {
  'ds-without-key': {
    state: 'bad',
    has: withDs({ state: 'no-key', keyTag: 1 }),
    evidence: /^com has DS 1 13 2 E06D\S+ for example\.com; its keys are 34505 \(algorithm 13\)\.$/,
    hasNot: withDs({ state: 'not-checked', keyTag: 1 }),
  },
  'ds-digest-differs': {
    state: 'bad',
    has: withDs({ state: 'digest-differs' }),
    evidence: 'which is not the digest of that key',
    hasNot: signed(),
  },
  'ds-key-unusable': {
    state: 'bad',
    has: withDs({ state: 'key-revoked' }, { keys: [key({ isRevoked: true, flags: 385, ds: null })] }),
    evidence: 'That key has the REVOKE flag (385).',
    hasNot: signed(),
  },
  'ds-unsupported': {
    state: 'warn',
    has: unsigned({ zone: { ds: [ds({ state: 'unsupported-digest', digestType: 3 })], keys: [key()] } }),
    evidence: 'Validating resolvers therefore treat the zone as unsigned.',
    hasNot: signed(),
  },
  'ds-digest-weak': {
    state: 'warn',
    has: signed({ zone: { ds: [ds({ digestType: 1 })] } }),
    evidence: 'com has only DS records with digest type 1.',
    hasNot: signed({ zone: { ds: [ds({ digestType: 1 }), ds()] } }),
  },
  'ds-key-without-sep': {
    state: 'note',
    has: withKey({ flags: 256, isSep: false }),
    evidence: 'The key 34505 has the flags 256.',
    hasNot: signed(),
  },
  'signature-expired': {
    state: 'bad',
    has: withSignature({ state: 'expired', until: '2026-11-01T00:00:00Z', servers: [NS2] }),
    evidence: `was valid until 2026-11-01 00:00:00 UTC, at ns2.example.com (${NS2}).`,
    hasNot: signed(),
  },
  'signature-not-yet-valid': {
    state: 'bad',
    has: withSignature({ state: 'not-yet-valid', from: '2027-01-01T00:00:00Z' }),
    evidence: 'is valid from 2027-01-01 00:00:00 UTC on',
    hasNot: signed(),
  },
  'signature-wrong': {
    state: 'bad',
    has: withSignature({ state: 'wrong' }),
    evidence: 'does not verify at',
    hasNot: withSignature({ state: 'not-checked' }),
  },
  'signature-ends-soon': {
    state: 'warn',
    has: withSignature({ from: '2026-10-24T00:00:00Z', until: '2026-11-23T12:00:00Z' }),
    evidence: 'in 24 hours',
    // Signed for three days, and renewed every day.
    hasNot: withSignature({ from: '2026-11-22T00:00:00Z', until: '2026-11-24T12:00:00Z' }),
  },
  'signatures-missing': {
    state: 'bad',
    has: signed({ servers: [server(1), server(2, { signed: false })] }),
    evidence: `ns2.example.com (${NS2}) answers without signatures.`,
    hasNot: signed({ servers: [server(1), server(2, { signed: null })] }),
  },
  'algorithm-incomplete': {
    state: 'warn',
    has: signed({ zone: { keys: [key(), key({ keyTag: 8, ...rsa, bits: 2048, isSep: false, flags: 256 })] } }),
    evidence: 'The zone has the key 8, with algorithm 8, but ns1.example.com',
    hasNot: signed({
      zone: {
        keys: [key(), key({ keyTag: 8, ...rsa, bits: 2048, isSep: false, flags: 256 })],
        signatures: [signature(), signature({ keyTag: 8, algorithm: 8 })],
      },
    }),
  },
  'keys-differ': {
    state: 'warn',
    has: withKey({ servers: [NS1] }),
    evidence: `The key 34505 is missing at ns2.example.com (${NS2}).`,
    // It did not answer the question about the keys.
    hasNot: signed({
      zone: { keys: [key({ servers: [NS1] })] },
      servers: [server(1), server(2, { keysReply: 'truncated' })],
    }),
  },
  'algorithm-weak': {
    state: 'warn',
    has: withKey({ algorithm: 5, algorithmName: 'RSASHA1', advice: 'never', bits: 2048 }),
    evidence: 'The key 34505 has algorithm 5 (RSASHA1).',
    hasNot: signed(),
  },
  'key-short': {
    state: 'warn',
    has: withKey({ ...rsa, bits: 1024 }),
    evidence: 'The RSA key 34505 has 1024 bits.',
    hasNot: withKey({ ...rsa, bits: 2048 }),
  },
  'nsec3-iterations': {
    state: 'warn',
    has: signed({ zone: { nsec3: { iterations: 1, saltOctets: 0 } } }),
    evidence: 'NSEC3PARAM of example.com has 1 additional iterations.',
    hasNot: signed({
      zone: { nsec3: { iterations: 0, saltOctets: 0 } },
      parent: { nsec3: { iterations: 5, saltOctets: 8 } },
    }),
  },
  'nsec3-salt': {
    state: 'note',
    has: signed({ zone: { nsec3: { iterations: 0, saltOctets: 8 } } }),
    evidence: 'NSEC3PARAM has a salt of 8 octets.',
    hasNot: signed({ parent: { nsec3: { iterations: 0, saltOctets: 8 } } }),
  },
  'denial-unproven': {
    state: 'bad',
    has: signed({ servers: [server(1), server(2, { denial: 'not-proven' })] }),
    evidence: `from ns2.example.com (${NS2}).`,
    hasNot: signed({ servers: [server(1), server(2, { denial: 'opt-out' })] }),
  },
  'cds-differs': {
    state: 'note',
    has: signed({ details: { cds: ['34505 13 4 AB'] } }),
    evidence: 'The zone requests DS 34505 13 4 AB, but com has 34505 13 2 E06D',
    hasNot: signed({ details: { cds: [`34505 13 2 ${ds().digest.toLowerCase()}`] } }),
  },
});

/** Where a sentence tells somebody to take DNSSEC down. */
const REMOVES = /remove the DS/i;
const fixesOf = (answer: Parameters<typeof allDelegationFindings>[0]) =>
  allDelegationFindings(answer).map(({ fix }) => fix ?? '');

it('a DS record is called superfluous only if every server that was asked said which keys it has', () => {
  const why = 'The parent has a DS for example.com, but the zone has no keys.';
  const without = (...replies: ('none' | 'silent' | 'truncated' | 'refused')[]) =>
    bogus({ keys: [], signatures: [], ds: [ds({ state: 'no-key' })] }, why, {
      servers: replies.map((keysReply, index) => server(index === 0 ? 1 : 2, { keysReply })),
    });
  expect(fixesOf(without('none', 'none')).join()).toMatch(REMOVES);
  for (const other of ['silent', 'truncated', 'refused'] as const) {
    expect(fixesOf(without('none', other)).join()).not.toMatch(REMOVES);
  }
  // Keys that do not sign are mended by signing.
  const idle = bogus(
    { keys: [key({ signsKeys: false })], ds: [ds({ state: 'no-key', keyTag: 1 })] },
    'The DS 1 has no key.',
  );
  expect(fixesOf(idle).join()).not.toMatch(REMOVES);
});

it('the DS records of the query are not said to be those of the parent', () => {
  const given = bogus({ ds: [ds({ state: 'no-key', keyTag: 1 })] }, 'The DS 1 has no key.', {
    answer: { verdict: 'bogus', why: 'The DS 1 has no key.', isPreFlight: true },
    details: { dsTtlSeconds: null },
  });
  const found = allDelegationFindings(given).find(({ code }) => code === 'ds-without-key');
  expect(found?.evidence).toMatch(/^The query gives DS 1 13 2 /);
  expect(found?.fix).toMatch(/^Do not publish the DS 1\. Publish at the registrar: /);
});

it('for the root, which has no registrar, the keys that the server trusts are to be renewed', () => {
  const root = { name: '.', parent: null, keys: [key({ ds: '. IN DS 1 8 2 AB' })] };
  const fixes = (more: Parameters<typeof ds>[0]) => fixesOf(bogus({ ...root, ds: [ds(more)] }, 'No.')).join();
  expect(fixes({ state: 'no-key' })).toMatch(/The operator of the Sonde .* SONDE_ROOT_ANCHORS: \. IN DS 1 8 2 AB/);
  expect(fixes({})).toContain('Sign the zone again with the key 34505, to which the DS record refers.');
});

it('below a zone that is not signed, neither DS records nor signatures are called broken', () => {
  const zone = { ds: [ds({ state: 'digest-differs' })], keys: [key()], signatures: [signature({ state: 'expired' })] };
  const states = verdictsOn('delegation', unsigned({ zone, parent: { status: 'insecure' } }));
  expect(states).toEqual(['warn signature-expired', 'note parent-unsigned']);
});

it('of a name that does not exist only that is said: the zone above is not what was asked for', () => {
  const missing = unsigned({ answer: { domain: 'gone.example.com', nameExists: false }, servers: [server(1, silent)] });
  expect(allDelegationFindings(missing)).toEqual([
    expect.objectContaining({ code: 'name-missing', about: 'gone.example.com' }),
  ]);
});

it('a signature over addresses is told from those at the apex, and says nothing about denials', () => {
  const signatures = [signature(), signature({ covers: 'A', state: 'expired', servers: [NS2] })];
  const answer = signed({
    answer: { domain: 'www.example.com' },
    zone: { signatures },
    servers: [server(1), server(2, { denial: 'not-proven' })],
  });
  expect(verdictsOn('delegation', answer).toSorted()).toEqual([
    'bad denial-unproven',
    'bad signature-expired',
    'good chain-valid',
  ]);
  const [expired] = allDelegationFindings(answer).filter(({ code }) => code === 'signature-expired');
  expect(expired?.evidence).toMatch(/^The signature over A of www\.example\.com by the key 34505 was valid until /);
});

it('the check of signatures names the record types that were judged', () => {
  const check = delegationChecks.find(({ id }) => id === 'signatures');
  const both = signed({ zone: { signatures: [signature(), signature({ covers: 'AAAA' })] } });
  expect(check?.withoutFindings?.(both)).toBe('Valid over SOA, AAAA');
  expect(check?.withoutFindings?.(signed({ zone: { signatures: [] } }))).toBeNull();
});
