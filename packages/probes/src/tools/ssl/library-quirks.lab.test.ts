import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

/** What `npm run bench -- ssl-agreement` found in TLS libraries that few servers of the lab use. */
let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

test('curves that wolfSSL accepts in TLS 1.2 alone are among the groups, beside those of TLS 1.3', async () => {
  const answer = await checks.check(await checks.lab.startWolfssl());
  expect(answer.enabledProtocols).toEqual(['TLSv1.3', 'TLSv1.2']);
  expect(answer.groups).toEqual(expect.arrayContaining(['x25519', 'ffdhe2048', 'secp256k1', 'brainpoolP256r1']));
});
