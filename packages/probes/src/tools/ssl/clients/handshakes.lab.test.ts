import { startTcpRelay, type TlsServerName } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLongSet, isLong } from '../../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type SslChecks } from '../../../testing/ssl-checks.ts';

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

type Answer = Awaited<ReturnType<SslChecks['check']>>;
const browsers = ({ clients }: Answer) => clients.filter(({ client }) => /Chromium|Firefox|Safari/.test(client));

const FURTHER: readonly [TlsServerName, string][] = [
  ['node-24', 'TLSv1.3'],
  ['node-24-ml-kem-only', 'TLSv1.3'],
  ['gnutls-modern', 'TLSv1.3'],
  ['openssl-tls12', 'TLSv1.2'],
];

/** The clients that can connect by computation: all, unless listed here. */
test.each<[TlsServerName, string]>([
  ['nginx-modern', 'TLSv1.3'],
  ['old-1.0.2s', 'TLSv1.2'],
  ...(isLong ? FURTHER : []),
])('%s: three browsers agree with it by %s, and that was computed as well', async (name, protocol) => {
  const answer = await checks.check(await checks.lab.start(name));
  expect(browsers(answer)).toMatchObject(
    Array.from({ length: 3 }, () => ({ connects: true, protocol, isChecked: true, computed: null })),
  );
  expect(answer.clients.filter(({ isChecked }) => isChecked)).toHaveLength(3);
});

test('a modern site takes at most 30 connections with them, plus perhaps one opened ahead in vain', async () => {
  const answer = await checks.check(await checks.lab.start('nginx-modern'));
  expect(answer.connections).toBeLessThanOrEqual(31);
});

inLongSet(test)('a server with TLS 1.1 is unreachable for browsers, and no hello is sent in vain', async () => {
  const answer = await checks.check(await checks.lab.start('openssl-tls11'));
  expect(browsers(answer)).toMatchObject(
    Array.from({ length: 3 }, () => ({ connects: false, isChecked: false, computed: null })),
  );
});

inLongSet(describe)('a server that does not tolerate an extension of browsers', () => {
  inLongSet(test)('compress_certificate: browsers cannot connect although everything else matches', async () => {
    const { host, port } = await checks.lab.start('openssl-modern');
    const relay = await startTcpRelay({ port }, { refusedExtensions: [27] });
    try {
      const answer = await checks.check({ host, port: relay.port });
      expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.3', resumption: true });
      expect(browsers(answer)).toMatchObject(
        Array.from({ length: 3 }, () => ({
          connects: false,
          why: 'The server closes the connection on its ClientHello.',
          isChecked: true,
          computed: expect.stringMatching(/^It would connect with TLSv1\.3 and TLS_AES_\d+_GCM_SHA\d+\.$/),
        })),
      );
      expect(answer.clients.find(({ client }) => client.startsWith('OpenSSL'))).toMatchObject({ connects: true });
    } finally {
      await relay.stop();
    }
  });
});

inLongSet(describe)('extras of Chromium’s hello', () => {
  inLongSet(test)('a certificate encrypted with ML-KEM key agreement is read in TLS 1.3', async () => {
    const answer = await checks.check(await checks.lab.start('node-24-ml-kem-only'));
    expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.3', groups: ['X25519MLKEM768'] });
    expect(answer).toMatchObject({ sessionTickets: true, resumption: true, gaps: [] });
  });

  inLongSet(test)('a compressed certificate is read (GnuTLS, Brotli)', async () => {
    const answer = await checks.check(await checks.lab.start('gnutls-compressed-certificate'));
    expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.3' });
    expect(answer.certificateChain.length).toBeGreaterThan(1);
    expect(browsers(answer)[0]).toMatchObject({ connects: true, isChecked: true });
  });
});
