import { runCommand, startDelayProxy, startTlsLab, type TlsLab, type TlsServerName } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inLongSet, isLong } from '../../../../../../scripts/test/vitest-settings.ts';
import { type MeasuredServer, measureServer } from '../../../testing/measure-server.ts';

let lab: TlsLab;
const measured = new Map<TlsServerName, Promise<MeasuredServer>>();

beforeAll(async () => {
  lab = await startTlsLab();
});
afterAll(() => lab?.stop());

/** Measures each server once. */
function measure(name: TlsServerName): Promise<MeasuredServer> {
  const known = measured.get(name) ?? lab.start(name).then(({ host, port }) => measureServer({ host, port }));
  measured.set(name, known);
  return known;
}

/** Each behaves like another one of its table; the long set measures them. */
const FURTHER: ReadonlySet<TlsServerName> = new Set([
  ...(['openssl-tls12-two-suites', 'node-24', 'old-1.0.1l', 'nginx-default', 'openssl-tls11'] as const),
  ...(['openssl-no-tickets', 'gnutls-dh-512', 'openssl-tls13', 'openssl-legacy'] as const),
  ...(['gnutls-modern', 'nginx-legacy', 'old-1.0.2s', 'openssl-dh-2048', 'old-1.0.1e-ccs', 'openssl-alpn'] as const),
  ...(['openssl-tls12', 'openssl-modern'] as const),
]);
const chosen = <Row extends readonly [TlsServerName, ...unknown[]]>(rows: readonly Row[]) =>
  rows.filter(([name]) => isLong || !FURTHER.has(name));

const behaviourOf = async (name: TlsServerName) => (await measure(name)).observed.behaviour;

describe('whose order decides between suites', () => {
  test.each(
    chosen([
      ['openssl-own-order', 'TLSv1.2', 'server'],
      ['openssl-tls12', 'TLSv1.2', 'server'],
      ['openssl-modern', 'TLSv1.2', 'client'],
      ['openssl-modern', 'TLSv1.3', 'client'],
      ['openssl-tls12-two-suites', 'TLSv1.2', 'client'],
      ['nginx-modern', 'TLSv1.2', 'client'],
      ['nginx-legacy', 'TLSv1.3', 'server'],
      ['nginx-legacy', 'TLSv1', 'server'],
      ['node-24', 'TLSv1.2', 'server'],
      ['gnutls-modern', 'TLSv1.2', 'client'],
      ['old-1.0.1l', 'TLSv1.2', 'client'],
      ['old-1.0.2s', 'TLSv1.2', 'server'],
    ] as const),
  )('%s in %s: the %s’s', async (name, version, expected) => {
    expect((await measure(name)).observed.versions[version].cipherOrder).toBe(expected);
  });

  inLongSet(test)('a single suite has no order', async () => {
    const { observed } = await measure('old-1.0.1e-rc4');
    const { suites, cipherOrder } = observed.versions['TLSv1.2'];
    expect(suites.length > 1 ? cipherOrder : 'none').not.toBeNull();
    expect(observed.versions.SSLv2.cipherOrder).toBeNull();
  });

  test('suites are listed in the server’s own order', async () => {
    expect((await measure('openssl-own-order')).observed.versions['TLSv1.2'].suites).toEqual([
      'TLS_RSA_WITH_AES_128_CBC_SHA',
      'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
      'TLS_RSA_WITH_AES_256_GCM_SHA384',
      'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
    ]);
  });

  inLongSet(test)('the first twelve of many match the list of the server’s own library', async () => {
    const { suites } = (await measure('nginx-legacy')).observed.versions['TLSv1.2'];
    expect(suites.length).toBeGreaterThan(30);
    const listed = await runCommand('openssl', ['ciphers', '-stdname', 'ALL:!aNULL:@SECLEVEL=0']);
    const inOrder = listed.split('\n').flatMap((connection) => connection.split(' ')[0] ?? []);
    const first = suites.slice(0, 12);
    expect(first).toEqual(inOrder.filter((name) => first.includes(name)));
  });
});

describe('sessions', () => {
  test('tickets of TLS 1.3 with their lifetime and early data', async () => {
    expect(await behaviourOf('nginx-early-data')).toMatchObject({
      sessionTickets: true,
      ticketLifetimeSeconds: 420,
      resumption: true,
      maxEarlyDataBytes: 16_384,
    });
  });

  inLongSet(test)('tickets of TLS 1.3 without early data', async () => {
    expect(await behaviourOf('openssl-modern')).toMatchObject({
      sessionTickets: true,
      ticketLifetimeSeconds: 7200,
      resumption: true,
      maxEarlyDataBytes: 0,
    });
  });

  inLongSet(test)('TLS 1.3 without tickets', async () => {
    expect(await behaviourOf('openssl-tls13-no-tickets')).toMatchObject({
      sessionTickets: false,
      ticketLifetimeSeconds: null,
      resumption: false,
      maxEarlyDataBytes: null,
    });
  });

  inLongSet(test)('TLS 1.3 of a server that requests a certificate without requiring it', async () => {
    expect(await behaviourOf('gnutls-modern')).toMatchObject({ sessionTickets: true, resumption: true });
  });

  test.each(
    chosen([
      ['nginx-default', { sessionTickets: true, ticketLifetimeSeconds: 300, resumption: true }],
      ['openssl-tls11', { sessionTickets: true, ticketLifetimeSeconds: 7200, resumption: true }],
      ['old-1.0.2s', { sessionTickets: true, resumption: true }],
      ['openssl-no-tickets', { sessionTickets: false, ticketLifetimeSeconds: null }],
      // Resumption by session id.
      ['gnutls-no-tickets', { sessionTickets: false, resumption: true }],
      ['openssl-dh-2048', { sessionTickets: true, resumption: true, clientRenegotiation: false }],
      ['gnutls-dh-512', { sessionTickets: true, resumption: true, clientRenegotiation: true }],
    ] as const),
  )('%s, up to TLS 1.2', async (name, expected) => {
    expect(await behaviourOf(name)).toMatchObject(expected);
  });
});

inLongSet(test)(
  'a distant server that handles one client at a time resumes, though ROBOT keeps it waiting',
  async () => {
    const { host, port } = await lab.start('gnutls-no-tickets');
    const link = await startDelayProxy({ target: `127.0.0.1:${port}`, delayMs: 100 });
    onTestFinished(link.stop);
    const { observed, budget } = await measureServer({ host, port: Number(link.address.split(':')[1]) });
    expect(budget.stopped).toBeNull();
    expect(observed.behaviour).toMatchObject({ sessionTickets: false, resumption: true });
  },
);

describe('renegotiation and version fallback', () => {
  test.each(
    chosen([
      ['gnutls-no-tickets', true],
      ['gnutls-modern', true],
      ['nginx-modern', false],
      ['openssl-tls12', false],
      ['openssl-tls13', null],
    ] as const),
  )('%s renegotiates: %s', async (name, expected) => {
    expect((await behaviourOf(name)).clientRenegotiation).toBe(expected);
  });

  test.each(
    chosen([
      ['nginx-modern', true],
      ['gnutls-modern', true],
      ['openssl-legacy', true],
      // Older than RFC 7507.
      ['old-1.0.1e-ccs', false],
      // With a single version there is nothing to fall back to.
      ['openssl-tls12', null],
    ] as const),
  )('%s refuses a fallback: %s', async (name, expected) => {
    expect((await behaviourOf(name)).fallbackScsv).toBe(expected);
  });
});

describe('finds every application protocol', () => {
  test.each(
    chosen([
      ['openssl-alpn', ['h2', 'http/1.1']],
      ['nginx-modern', ['http/1.1', 'http/1.0', 'http/0.9']],
      ['openssl-tls12', []],
      ['openssl-tls13', []],
      ['nginx-early-data', ['http/1.1', 'http/1.0', 'http/0.9']],
    ] as const),
  )('%s: %j', async (name, protocols) => {
    expect((await measure(name)).observed.alpn).toEqual({ protocols, isComplete: true });
  });
});

inLongSet(test)('names well-known primes of finite fields', async () => {
  expect((await measure('openssl-tls12')).observed.dhPrimes.map(({ name }) => name)).toEqual(['group 14 (RFC 3526)']);
  expect((await measure('openssl-dh-2048')).observed.dhPrimes).toMatchObject([{ name: 'ffdhe2048 (RFC 7919)' }]);
  expect((await measure('openssl-dh-1024')).observed.dhPrimes).toMatchObject([{ bits: 1024, name: null }]);
});

test('a modern site with two key types, ten groups and nine suites takes at most 30 connections', async () => {
  const { budget, observed, usedConnections } = await measure('nginx-modern');
  expect(observed.groups).toHaveLength(10);
  expect(usedConnections).toBeLessThanOrEqual(30);
  // Whether the last of several searches opened a connection ahead in vain depends on which one ends last.
  expect(budget.connections).toBeLessThanOrEqual(usedConnections + 3);
});
