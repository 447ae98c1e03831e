import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

/** Quirks, found by `npm run bench -- ssl-agreement`, of TLS libraries that few servers of the lab use. */
let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

test('Go prefers ChaCha20 for a client whose first suite is not AES-GCM, and still has its own order', async () => {
  const answer = await checks.check(await checks.lab.startProgram('caddy'));
  expect(answer.cipherOrder).toEqual({ 'TLSv1.3': 'server', 'TLSv1.2': 'server' });
  expect(answer.ciphersByProtocol['TLSv1.2']).toEqual([
    'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
    'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
    'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  ]);
});

test('curves that wolfSSL accepts only in TLS 1.2 are listed beside the groups of TLS 1.3', async () => {
  const answer = await checks.check(await checks.lab.startProgram('lighttpd-wolfssl'));
  expect(answer.enabledProtocols).toEqual(['TLSv1.3', 'TLSv1.2']);
  expect(answer.groups).toEqual(expect.arrayContaining(['x25519', 'ffdhe2048', 'secp256k1', 'brainpoolP256r1']));
});

test('the DHE suites that GnuTLS without parameters has for clients naming a finite field are found', async () => {
  const answer = await checks.check(await checks.lab.startProgram('lighttpd-gnutls'));
  expect(answer.ciphersByProtocol['TLSv1.2']).toEqual(
    expect.arrayContaining(['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384']),
  );
  expect(answer.minDhBits).toBe(2048);
});

test('Dovecot closes the connection on DHE, yet ARIA is found in a list of suites with DHE', async () => {
  const { host, ports } = await checks.lab.startMail();
  const answer = await checks.check({ host, port: ports.imap }, [], { starttls: 'imap' });
  expect(answer.ciphersByProtocol['TLSv1.2']).toEqual(
    expect.arrayContaining(['TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384']),
  );
});

test('Node 0.8 sends its flight and closes, which does not count as refusing another handshake', async () => {
  expect((await checks.check(await checks.lab.start('old-1.0.0m'))).clientRenegotiation).toBeNull();
});
