import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { dhFile } from './dh-file.ts';
import { NAMESPACE_PORT, startInNamespace } from './namespace.ts';

/** Priority strings of GnuTLS 3.7. */
export const gnutlsServers = {
  'gnutls-modern': ['--priority', 'NORMAL'],
  'gnutls-legacy': ['--priority', 'LEGACY:+VERS-ALL:+ARCFOUR-128:+3DES-CBC:+RSA:+DHE-RSA:+ECDHE-RSA:%COMPAT'],
  'gnutls-anonymous': ['--priority', 'NORMAL:-VERS-TLS1.3:-KX-ALL:+ANON-ECDH:+ANON-DH'],
  'gnutls-dh-512': ['--priority', 'LEGACY:-VERS-TLS1.3:-KX-ALL:+DHE-RSA', '--dhparams', dhFile(512)],
  'gnutls-tls13-secp521r1': ['--priority', 'NORMAL:-VERS-ALL:+VERS-TLS1.3:-GROUP-ALL:+GROUP-SECP521R1'],
  /** Compressed certificates, as browsers accept them (RFC 8879). */
  'gnutls-compressed-certificate': ['--priority', 'NORMAL', '--compress-cert', 'brotli'],
  'gnutls-no-secure-renegotiation': ['--priority', 'NORMAL:-VERS-TLS1.3:%DISABLE_SAFE_RENEGOTIATION'],
  'gnutls-no-tickets': ['--priority', 'NORMAL:-VERS-TLS1.3', '--noticket'],
} as const satisfies Record<string, readonly string[]>;

export type GnutlsServerName = keyof typeof gnutlsServers;

/** gnutls-serv listens on all addresses, so it runs in a network namespace behind a relay. */
export async function startGnutlsServer(
  workplace: Workplace,
  certificates: Certificates,
  name: GnutlsServerName,
): Promise<{ host: string; port: number; stop(): Promise<void> }> {
  const served = await Promise.all([certificates.make('rsa'), certificates.make('ecdsa')]);
  const relay = await startInNamespace(workplace, name, [
    ...['gnutls-serv', '--port', String(NAMESPACE_PORT), '--http', '--quiet'],
    ...served.flatMap(({ chainFile, keyFile }) => ['--x509certfile', chainFile, '--x509keyfile', keyFile]),
    ...gnutlsServers[name],
  ]);
  return { host: 'rsa.tls.test', ...relay };
}
