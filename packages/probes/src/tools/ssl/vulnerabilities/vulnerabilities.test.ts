import { describe, expect, test } from 'vitest';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import type { VersionName } from '../../../protocols/tls-records/registries/versions.ts';
import { nothingObserved, type Observed } from '../observed.ts';
import { notesOf, observedVulnerabilities } from './vulnerabilities.ts';

const hello: ServerHello = {
  version: 0x0303,
  suite: 0xc02f,
  sessionId: new Uint8Array(),
  compression: 0,
  isRetryRequest: false,
  group: null,
  key: null,
  cookie: null,
  alpn: null,
  hasHeartbeat: false,
  hasSecureRenegotiation: true,
  hasSessionTicket: false,
  hasExtendedMasterSecret: false,
  isResumed: false,
  random: new Uint8Array(32),
  timestamps: [],
};

function observed(suites: Partial<Record<VersionName, string[]>>, more: Partial<Observed> = {}): Observed {
  const all = { ...nothingObserved(), ...more };
  for (const [name, names] of Object.entries(suites)) {
    const facts = all.versions[name as VersionName];
    facts.isAccepted = true;
    facts.suites.push(...names);
  }
  return all;
}

const namesOf = (facts: Observed, from: ServerHello | null = hello) =>
  observedVulnerabilities(facts, from).map(({ name }) => name);

test('a well-configured server has none', () => {
  const facts = observed({
    'TLSv1.3': ['TLS_AES_128_GCM_SHA256'],
    'TLSv1.2': ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
  });
  expect(namesOf(facts)).toEqual([]);
  expect(notesOf(facts)).toEqual([]);
});

describe('each follows from the observations', () => {
  test.each<[string, Observed, string[]]>([
    ['SSLv2', observed({ SSLv2: ['SSL_CK_RC4_128_WITH_MD5'] }), ['DROWN', 'RC4']],
    [
      'weak suites of SSLv2',
      observed({ SSLv2: ['SSL_CK_RC2_128_CBC_EXPORT40_WITH_MD5', 'SSL_CK_DES_192_EDE3_CBC_WITH_MD5'] }),
      ['DROWN', 'FREAK', 'SWEET32'],
    ],
    ['SSLv2 without encryption', observed({ SSLv2: ['SSL_CK_NULL_WITH_MD5'] }), ['DROWN', 'NULL']],
    ['SSLv2 without suites is on', observed({ SSLv2: [] }), ['DROWN']],
    ['CBC in SSLv3', observed({ SSLv3: ['TLS_RSA_WITH_AES_128_CBC_SHA'] }), ['POODLE']],
    ['SSLv3 with RC4 only', observed({ SSLv3: ['TLS_RSA_WITH_RC4_128_SHA'] }), ['RC4']],
    ['export RSA', observed({ TLSv1: ['TLS_RSA_EXPORT_WITH_RC4_40_MD5'] }), ['FREAK', 'RC4']],
    ['export DHE', observed({ TLSv1: ['TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA'] }), ['LOGJAM', 'SWEET32']],
    ['a key of 1024 bits', observed({}, { minAuthenticatedDhBits: 1024 }), ['LOGJAM']],
    ['a key of 1024 bits of somebody anonymous', observed({}, { minDhBits: 1024 }), []],
    ['a key of 2048 bits', observed({}, { minAuthenticatedDhBits: 2048 }), []],
    ['3DES', observed({ 'TLSv1.2': ['TLS_RSA_WITH_3DES_EDE_CBC_SHA'] }), ['SWEET32']],
    ['NULL', observed({ 'TLSv1.2': ['TLS_RSA_WITH_NULL_SHA256'] }), ['NULL']],
    ['anonymous', observed({ 'TLSv1.2': ['TLS_DH_anon_WITH_AES_128_GCM_SHA256'] }), ['ANON']],
    ['a heartbeat that came back', observed({}, { heartbleed: true }), ['HEARTBLEED']],
    ['an early ChangeCipherSpec', observed({}, { earlyCcs: true }), ['CCS']],
  ])('%s', (_what, facts, expected) => {
    expect(namesOf(facts)).toEqual(expected);
  });

  test('compression, and renegotiation without RFC 5746, exist only up to TLS 1.2', () => {
    expect(namesOf(observed({}), { ...hello, compression: 1 })).toEqual(['CRIME']);
    expect(namesOf(observed({}), { ...hello, hasSecureRenegotiation: false })).toEqual(['INSECURE_RENEGOTIATION']);
    expect(namesOf(observed({}), { ...hello, version: 0x0304, hasSecureRenegotiation: false })).toEqual([]);
    expect(namesOf(observed({}), null)).toEqual([]);
  });
});

test('evidence names three suites and counts the rest', () => {
  const suites = ['AES_128', 'AES_256', 'CAMELLIA_128', 'CAMELLIA_256'].map(
    (name) => `TLS_DH_anon_WITH_${name}_CBC_SHA`,
  );
  const [observation] = observedVulnerabilities(observed({ 'TLSv1.2': suites }), hello);
  expect(observation?.evidence).toBe(
    'The server accepts TLS_DH_anon_WITH_AES_128_CBC_SHA, TLS_DH_anon_WITH_AES_256_CBC_SHA, TLS_DH_anon_WITH_CAMELLIA_128_CBC_SHA and 1 more.',
  );
});

test('evidence of a small key on a shared prime names its source', () => {
  const dhPrimes = [{ bits: 1024, sha256: '', name: 'Oakley group 2 (RFC 2409)' }];
  const [observation] = observedVulnerabilities(observed({}, { minAuthenticatedDhBits: 1024, dhPrimes }), hello);
  expect(observation?.evidence).toBe(
    'The Diffie-Hellman key of the server has 1024 bits, with a prime that many servers use: Oakley group 2 (RFC 2409).',
  );
});

test('anonymous suites of a mail server, which is used with opportunistic TLS, are only a note', () => {
  const facts = observed({ 'TLSv1.2': ['TLS_ECDH_anon_WITH_AES_128_CBC_SHA'] }, { isOpportunistic: true });
  expect(namesOf(facts)).toEqual([]);
  expect(notesOf(facts)).toContainEqual({
    name: 'ANON',
    evidence: 'The server accepts TLS_ECDH_anon_WITH_AES_128_CBC_SHA.',
  });
});

test('BEAST and LUCKY13 are notes', () => {
  const facts = observed({ TLSv1: ['TLS_RSA_WITH_AES_128_CBC_SHA'] });
  expect(namesOf(facts)).toEqual([]);
  expect(notesOf(facts).map(({ name }) => name)).toEqual(['BEAST', 'LUCKY13']);
});
