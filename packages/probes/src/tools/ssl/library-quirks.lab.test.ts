import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

/** What `npm run bench -- ssl-agreement` found in TLS libraries that few servers of the lab use. */
let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

test('Go puts ChaCha20 first for a client whose first suite is not AES-GCM, and the order is its own all the same', async () => {
  const answer = await checks.check(await checks.lab.startProgram('caddy'));
  expect(answer.cipherOrder).toEqual({ 'TLSv1.3': 'server', 'TLSv1.2': 'server' });
  expect(answer.ciphersByProtocol['TLSv1.2']).toEqual([
    'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
    'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
    'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  ]);
});

test('curves that wolfSSL accepts in TLS 1.2 alone are among the groups, beside those of TLS 1.3', async () => {
  const answer = await checks.check(await checks.lab.startProgram('lighttpd-wolfssl'));
  expect(answer.enabledProtocols).toEqual(['TLSv1.3', 'TLSv1.2']);
  expect(answer.groups).toEqual(expect.arrayContaining(['x25519', 'ffdhe2048', 'secp256k1', 'brainpoolP256r1']));
});

test('GnuTLS without parameters has DHE for clients that name a finite field: those suites are accepted ones', async () => {
  const answer = await checks.check(await checks.lab.startProgram('lighttpd-gnutls'));
  expect(answer.ciphersByProtocol['TLSv1.2']).toEqual(
    expect.arrayContaining(['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384']),
  );
  expect(answer.minDhBits).toBe(2048);
});

test('Dovecot closes the connection on DHE: ARIA is found nevertheless, in a bundle of suites with DHE', async () => {
  const { host, ports } = await checks.lab.startMail();
  const answer = await checks.check({ host, port: ports.imap }, [], { starttls: 'imap' });
  expect(answer.ciphersByProtocol['TLSv1.2']).toEqual(
    expect.arrayContaining(['TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384']),
  );
});

test('Node 0.8 says its say and closes: that is not taken for a refusal of another handshake', async () => {
  expect((await checks.check(await checks.lab.start('old-1.0.0m'))).clientRenegotiation).toBeNull();
});
