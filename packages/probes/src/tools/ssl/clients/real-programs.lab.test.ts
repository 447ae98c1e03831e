import { provideOldNode, runCommand, type TlsServer, type TlsServerName } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type SslChecks } from '../../../testing/ssl-checks.ts';

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

/** Whether the programs connect, each with its own settings. Trust in the certificate is not a matter of the table. */
const programs: Readonly<Record<string, (server: TlsServer) => Promise<unknown>>> = {
  'OpenSSL 3.0': ({ host, port }) =>
    runCommand('curl', [
      ...['-sS', '--insecure', '--noproxy', '*', '--connect-to', `${host}:${port}:127.0.0.1:${port}`],
      `https://${host}:${port}/`,
    ]),
  'OpenSSL 3.5': async ({ host, port }) => {
    const target = { host: '127.0.0.1', port, servername: host };
    const settings = { ...target, ciphers: 'DEFAULT', ecdhCurve: 'auto', rejectUnauthorized: false };
    return runCommand(await provideOldNode('3.5.1'), [
      '-e',
      `require('node:tls').connect(${JSON.stringify(settings)}, () => process.exit(0)).on('error', () => process.exit(1));`,
    ]);
  },
};

const kinds = {
  'openssl-dh-1024': 'a short finite-field key',
  'openssl-dh-2048': 'a finite-field key that is long enough',
  'openssl-sha1-signatures': 'signatures with SHA-1 only',
  'openssl-pss-key': 'a key for RSASSA-PSS',
  'openssl-p521-key': 'a key that no browser supports',
  'openssl-tls13-x448': 'X448 only',
  'openssl-tls13-ffdhe': 'finite fields only',
  'node-24-ml-kem-only': 'X25519MLKEM768 only',
  'openssl-tls11': 'no current version',
  'gnutls-no-secure-renegotiation': 'no RFC 5746',
  'openssl-needs-client-certificate-tls12': 'a required client certificate',
  'openssl-rsa-exchange-signs-only': 'a key usage that nobody but browsers and Java checks',
} as const satisfies Partial<Record<TlsServerName, string>>;

const inShortSet = ['openssl-p521-key', 'node-24-ml-kem-only'] as const satisfies (keyof typeof kinds)[];

test.each(isLong ? (Object.keys(kinds) as (keyof typeof kinds)[]) : inShortSet)(
  '%s: the table says what the programs do',
  async (name) => {
    const server = await checks.lab.start(name);
    const answer = await checks.check(server);
    for (const [client, connect] of Object.entries(programs)) {
      const connects = await connect(server).then(
        () => true,
        () => false,
      );
      const row = answer.clients.find((one) => one.client.startsWith(client));
      expect(row?.connects, `${client} to ${name} (${kinds[name]}): ${row?.why}`).toBe(connects);
    }
  },
  60_000,
);
