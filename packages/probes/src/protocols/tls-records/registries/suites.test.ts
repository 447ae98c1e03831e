import { runCommand } from '@sonde/lab';
import { describe, expect, test } from 'vitest';
import { alertName, alerts } from './alerts.ts';
import { groupName, groupsBefore13, groupsOf13, isFiniteField, secp256r1, x25519 } from './groups.ts';
import { fitsVersion, suiteName, suiteOf, suites } from './suites.ts';
import { versionName, versionNames, versions } from './versions.ts';

/** OpenSSL's data on the suites it knows: code point, IANA name, and components. */
async function opensslSuites() {
  const stdout = await runCommand('openssl', ['ciphers', '-V', '-stdname', 'ALL:COMPLEMENTOFALL:@SECLEVEL=0']);
  return stdout
    .split('\n')
    .map((line) => /0x(\w\w),0x(\w\w) - (\S+)\s.*Kx=(\S+)\s+Au=(\S+)\s+Enc=(\w+)(?:\((\d+)\))?\s+Mac=(\S+)/.exec(line))
    .filter((match) => match !== null)
    .map(([, high, low, name, exchange, authentication, cipher, bits, mac]) => ({
      code: Number.parseInt(`${high}${low}`, 16),
      name,
      exchange,
      authentication,
      cipher,
      bits: Number(bits ?? 0),
      mac,
    }));
}

test('has the same codes, names, key sizes and kinds as OpenSSL', async () => {
  const known = await opensslSuites();
  expect(known.length).toBeGreaterThan(100);
  for (const { code, name, exchange, authentication, cipher, bits, mac } of known) {
    const suite = suiteOf(code);
    expect(suite?.name).toBe(name);
    expect(suite?.bits).toBe(bits);
    expect(suite?.mode === 'aead', name).toBe(mac === 'AEAD');
    expect(suite?.isAnonymous, name).toBe(
      authentication === 'None' && exchange !== 'PSK' && exchange !== 'SRP' && !/PSK/.test(exchange ?? ''),
    );
    expect(suite?.cipher === 'NULL', name).toBe(cipher === 'None');
    expect(suite?.isForwardSecret, name).toBe(/^(DH|ECDH|any|DHEPSK|ECDHEPSK)$/.test(exchange ?? ''));
    expect(suite?.kind === 'shared-secret', name).toBe(/PSK|SRP/.test(exchange ?? ''));
    expect(suite?.kind === 'tls13', name).toBe(exchange === 'any');
  }
});

test('has every code and every name once', () => {
  expect(suites.length).toBeGreaterThan(350);
  expect(new Set(suites.map(({ name }) => name)).size).toBe(suites.length - 2);
});

describe('versions', () => {
  const fits = (name: string, version: number) =>
    suites.some((suite) => suite.name === name && fitsVersion(suite, version));
  test.each([
    ['TLS_AES_128_GCM_SHA256', [0x0304]],
    ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', [0x0303]],
    ['TLS_RSA_WITH_AES_128_CBC_SHA256', [0x0303]],
    ['TLS_RSA_WITH_AES_128_CBC_SHA', [0x0300, 0x0301, 0x0302, 0x0303]],
    ['TLS_RSA_EXPORT_WITH_RC4_40_MD5', [0x0300, 0x0301, 0x0302, 0x0303]],
    ['TLS_GOSTR341112_256_WITH_MAGMA_MGM_S', [0x0304]],
  ])('%s', (name, expected) => {
    const found = [0x0300, 0x0301, 0x0302, 0x0303, 0x0304].filter((version) => fits(name, version));
    expect(found).toEqual(expected);
  });

  test('have names, except unknown ones', () => {
    expect(versionName(versions['TLSv1.3'])).toBe('TLSv1.3');
    expect(versionName(0x7f1c)).toBeNull();
    expect(versionNames).toEqual(['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']);
  });
});

test.each([
  ['TLS_RSA_EXPORT_WITH_DES40_CBC_SHA', { cipher: 'DES', bits: 40, isExport: true, keyExchange: 'RSA' }],
  [
    'TLS_DHE_DSS_EXPORT1024_WITH_RC4_56_SHA',
    { cipher: 'RC4', bits: 56, isExport: true, keyExchange: 'DHE', authentication: 'DSS' },
  ],
  ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', { cipher: '3DES', bits: 112, mode: 'cbc', isForwardSecret: false }],
  ['TLS_ECDH_anon_WITH_NULL_SHA', { cipher: 'NULL', bits: 0, isAnonymous: true }],
  ['TLS_RSA_WITH_IDEA_CBC_SHA', { cipher: 'IDEA', bits: 128 }],
])('%s, which OpenSSL of today does not have', (name, expected) => {
  expect(suites.find((suite) => suite.name === name)).toMatchObject(expected);
});

test('shows a suite or group without name by its number', () => {
  expect(suiteName(0x0a0a)).toBe('0x0A0A');
  expect(suiteOf(0x0a0a)).toBeNull();
  expect(groupName(0x0a0a)).toBe('group 2570');
  expect(alertName(250)).toBe('alert 250');
  expect(Object.values(alerts).map(alertName)).toEqual([
    'close_notify',
    'unexpected_message',
    'protocol_version',
    'internal_error',
    'inappropriate_fallback',
    'no_renegotiation',
    'unrecognized_name',
    'no_application_protocol',
  ]);
});

test('lists usual groups first, and hybrids only for TLS 1.3', () => {
  expect(groupsOf13.slice(0, 2)).toEqual([x25519, secp256r1]);
  expect(groupsOf13.map(groupName)).toContain('X25519MLKEM768');
  expect(groupsBefore13.some((group) => group > 30)).toBe(false);
  expect(groupsOf13.filter(isFiniteField)).toEqual([256, 257, 258, 259, 260]);
  expect(groupsBefore13.map(groupName)).toContain('sect571r1');
});
