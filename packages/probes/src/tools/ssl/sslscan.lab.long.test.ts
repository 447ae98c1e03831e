import { startTlsLab, type TlsLab, type TlsServerName } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureServer } from '../../testing/measure-server.ts';
import { runSonde, runSslscan } from '../../testing/sslscan.ts';

/** One server of each kind: TLS 1.3 with rare suites, many groups or one, a site of today, and all versions and suites. */
const alike = [
  'openssl-tls13-ccm',
  'openssl-groups',
  'nginx-modern',
  'nginx-legacy',
  'gnutls-tls13-secp521r1',
] as const satisfies TlsServerName[];
const different = [
  'old-1.0.1e-rc4',
  'node-24-ml-kem-only',
  'openssl-needs-client-certificate-tls12',
] as const satisfies TlsServerName[];

let lab: TlsLab;

beforeAll(async () => {
  lab = await startTlsLab();
  await Promise.all([...alike, ...different].map(lab.start));
});
afterAll(() => lab?.stop());

async function both(name: TlsServerName) {
  const server = await lab.start(name);
  // Sequentially: some servers handle one client at a time.
  const ours = await runSonde(server);
  return { ours, theirs: await runSslscan(server) };
}

/** `npm run bench -- ssl` compares all servers of the lab. */
test.each(alike)('%s: has the same versions, suites and groups as by sslscan', async (name) => {
  const { ours, theirs } = await both(name);
  expect(ours).toEqual(theirs);
});

/** sslscan cannot ask for these and takes long to fail; the benchmark compares the rest. */
test('old-1.0.1e-rc4: has the suites of SSLv2 and SSLv3', async () => {
  const { versions, suites } = await runSonde(await lab.start('old-1.0.1e-rc4'));
  const rc4 = ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_RSA_WITH_RC4_128_MD5', 'TLS_RSA_WITH_RC4_128_SHA'];
  expect(versions).toEqual(['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2']);
  expect(suites['SSLv2']).toContain('SSL_CK_RC4_128_WITH_MD5');
  expect(suites['SSLv3']).toEqual(rc4);
  expect(suites['TLSv1']).toEqual(rc4);
});

test('openssl-own-order: lists the suites in the order of the server', async () => {
  const { host, port } = await lab.start('openssl-own-order');
  const { observed } = await measureServer({ host, port });
  expect(observed.versions['TLSv1.2'].suites).toEqual([
    'TLS_RSA_WITH_AES_128_CBC_SHA',
    'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
    'TLS_RSA_WITH_AES_256_GCM_SHA384',
    'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  ]);
});

test('node-24-ml-kem-only: finds TLS 1.3 with post-quantum key agreement only, which sslscan misses', async () => {
  const { ours, theirs } = await both('node-24-ml-kem-only');
  expect(theirs.versions).toEqual(['TLSv1.2']);
  expect(ours.versions).toEqual(['TLSv1.2', 'TLSv1.3']);
  expect(ours.groups).toContain('X25519MLKEM768');
  expect(ours.suites['TLSv1.2']).toEqual(theirs.suites['TLSv1.2']);
});

test('openssl-needs-client-certificate-tls12: finds suites without a certificate, unlike sslscan', async () => {
  const { ours, theirs } = await both('openssl-needs-client-certificate-tls12');
  expect(theirs.suites).toEqual({});
  expect(ours.suites['TLSv1.2']).toHaveLength(20);
});
