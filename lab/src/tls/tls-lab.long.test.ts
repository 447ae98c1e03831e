import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../processes/commands.ts';
import { certificateKinds, startTlsLab, type TlsLab, type TlsServerName, tlsServerNames } from './tls-lab.ts';

let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab();
});
afterAll(() => lab?.stop());

test.each(tlsServerNames)('%s answers', async (name) => {
  const { port } = await lab.start(name);
  expect(port).toBeGreaterThan(0);
});

const quick = 'colour heartbleed groups fallback renegotiation compression check-certificate'
  .split(' ')
  .map((what) => `--no-${what}`);

describe('sslscan finds on', () => {
  test.each<[TlsServerName, RegExp[]]>([
    ['openssl-tls13', [/TLSv1\.2 +disabled/, /TLSv1\.3 +enabled/]],
    ['openssl-dh-1024', [/DHE 1024 bits/]],
    ['gnutls-dh-512', [/DHE 512 bits/]],
    ['nginx-legacy', [/TLSv1\.0 +enabled/, /TLSv1\.3 +enabled/]],
    ['gnutls-legacy', [/TLSv1\.0 +enabled/, /RC4/]],
    ['old-1.0.0m', [/SSLv2 +enabled/, /SSLv3 +enabled/, /TLSv1\.1 +disabled/]],
    ['old-1.0.1e-export', [/RSA_EXPORT_WITH_RC4_40/]],
    ['old-1.0.2s', [/RC4/, /3DES/, /TLSv1\.2 +enabled/, /TLSv1\.3 +disabled/]],
  ])('%s what its name says', async (name, findings) => {
    const { address } = await lab.start(name);
    const found = await runCommand('sslscan', [...quick, address]);
    for (const finding of findings) expect(found).toMatch(finding);
  });
});

/** Returns what the server presents to a client without special options. */
function meet(port: number, servername: string): Promise<{ isTrusted: boolean; chainLength: number }> {
  return new Promise((resolve, reject) => {
    const curves = 'X25519:P-256:P-384:P-521:prime192v1:brainpoolP256r1';
    const undemanding = { rejectUnauthorized: false, ciphers: 'ALL:@SECLEVEL=0', ecdhCurve: curves };
    const ca = readFileSync(lab.caFile);
    const socket = connect({ host: '127.0.0.1', port, servername, ca, ...undemanding }, () => {
      let chainLength = 0;
      for (let one = socket.getPeerX509Certificate(); one; one = one.issuerCertificate) chainLength += 1;
      resolve({ isTrusted: socket.authorized, chainLength });
      socket.destroy();
    });
    socket.once('error', (error) => reject(new Error(`${servername}: ${error.message}`)));
  });
}

test('each certificate is served with its chain', async () => {
  // A client based on OpenSSL reads at most 100 kB, and no certificate may sign that is only for key agreement.
  const kinds = certificateKinds.filter((kind) => kind !== 'long-chain' && kind !== 'agrees-only');
  const served = await lab.serve(kinds);
  const lengths = await Promise.all(
    kinds.map(async (kind) => {
      const { chainFile, host } = await lab.certificates.make(kind);
      const wanted = readFileSync(chainFile, 'utf8').split('BEGIN CERTIFICATE').length - 1;
      const { chainLength } = await meet(served[kind].port, isIP(host) === 0 ? host : '');
      return { kind, wanted, chainLength };
    }),
  );
  expect(lengths.filter(({ wanted, chainLength }) => wanted !== chainLength)).toEqual([]);
});

test('a current client trusts only the valid certificate', async () => {
  const { rsa, 'untrusted-root': untrusted } = await lab.serve(['rsa', 'untrusted-root']);
  expect((await meet(rsa.port, rsa.host)).isTrusted).toBe(true);
  expect((await meet(untrusted.port, untrusted.host)).isTrusted).toBe(false);
});

test('mail servers support STARTTLS', async () => {
  const { ports } = await lab.startMail();
  const said = await Promise.all(
    Object.entries(ports).map(([protocol, port]) =>
      runCommand('sh', [
        '-c',
        'openssl s_client -starttls "$0" -connect "127.0.0.1:$1" -CAfile "$2" </dev/null 2>&1',
        ...[protocol, String(port), lab.caFile],
      ]),
    ),
  );
  for (const one of said) expect(one).toMatch(/Verification: OK/);
});
