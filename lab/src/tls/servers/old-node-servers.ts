import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { CertificateKind } from '../certificates/recipes.ts';
import { type OldOpenssl, oldNodeServer, provideOldNode } from './old-nodes.ts';

interface OldNodeServer {
  readonly openssl: OldOpenssl;
  /** Default: rsa. */
  readonly certificate?: CertificateKind;
  /** Options of `tls.createServer`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Old versions of OpenSSL, by name. */
export const oldNodeServers = {
  'old-1.0.0m': { openssl: '1.0.0m', options: { ciphers: 'ALL' } },
  'old-1.0.0m-default': { openssl: '1.0.0m', options: {} },
  'old-1.0.0m-sslv2': {
    openssl: '1.0.0m',
    certificate: 'self-signed',
    options: { ciphers: 'ALL', secureProtocol: 'SSLv2_server_method' },
  },
  'old-1.0.1e-heartbleed': { openssl: '1.0.1e', options: { ciphers: 'ALL' } },
  'old-1.0.1e-ccs': { openssl: '1.0.1e-no-heartbeats', options: { ciphers: 'ALL' } },
  'old-1.0.1e-rc4': { openssl: '1.0.1e-no-heartbeats', options: { ciphers: 'RC4:3DES' } },
  /** With a key short enough that OpenSSL uses it directly for the export suites. */
  'old-1.0.1e-export': {
    openssl: '1.0.1e-no-heartbeats',
    certificate: 'rsa-512',
    options: { ciphers: 'EXPORT:LOW' },
  },
  'old-1.0.1l': { openssl: '1.0.1l', options: { ciphers: 'ALL' } },
  'old-1.0.2s': { openssl: '1.0.2s', options: { ciphers: 'ALL:COMPLEMENTOFALL' } },
  /** X25519MLKEM768 first. */
  'node-24': { openssl: '3.5.1', options: {} },
  'node-24-p256-ml-kem-only': {
    openssl: '3.5.1',
    options: { ecdhCurve: 'SecP256r1MLKEM768', minVersion: 'TLSv1.3' },
  },
  'node-24-ml-kem-only': { openssl: '3.5.1', options: { ecdhCurve: 'X25519MLKEM768' } },
} as const satisfies Record<string, OldNodeServer>;

export type OldNodeServerName = keyof typeof oldNodeServers;

export async function startOldNodeServer(
  workplace: Workplace,
  certificates: Certificates,
  name: OldNodeServerName,
  port: number,
): Promise<string> {
  const { openssl, certificate = 'rsa', options }: OldNodeServer = oldNodeServers[name];
  const [program, { host, chainFile, keyFile }] = await Promise.all([
    provideOldNode(openssl),
    certificates.make(certificate),
  ]);
  const args = [oldNodeServer, String(port), chainFile, keyFile, JSON.stringify(options)];
  await workplace.start(program, args, /listening with/);
  return host;
}
