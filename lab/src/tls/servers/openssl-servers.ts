import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates, ServedCertificate } from '../certificates/certificates.ts';
import type { CertificateKind } from '../certificates/recipes.ts';
import { dhFile } from './dh-file.ts';

/** How `openssl s_server` is started. */
interface OpensslServer {
  readonly certificate?: CertificateKind;
  /** A second certificate with another key type. */
  readonly second?: CertificateKind;
  readonly arguments: readonly string[];
}

const every = 'ALL:COMPLEMENTOFALL:@SECLEVEL=0';
const only = (version: string) => ['-min_protocol', version, '-max_protocol', version];
const old = ['-min_protocol', 'TLSv1', '-max_protocol', 'TLSv1.2'];

/** Of OpenSSL 3.0, which serves one client at a time. */
export const opensslServers = {
  'openssl-modern': { arguments: ['-min_protocol', 'TLSv1.2'] },
  'openssl-tls13': { arguments: only('TLSv1.3') },
  'openssl-tls13-ccm': {
    arguments: [...only('TLSv1.3'), '-ciphersuites', 'TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256'],
  },
  /** Only groups for which no current client sends a key share. */
  'openssl-tls13-x448': { arguments: [...only('TLSv1.3'), '-groups', 'X448'] },
  'openssl-tls13-ffdhe': { arguments: [...only('TLSv1.3'), '-groups', 'ffdhe2048'] },
  'openssl-tls12': { arguments: [...only('TLSv1.2'), '-serverpref'] },
  'openssl-tls12-two-suites': {
    arguments: [...only('TLSv1.2'), '-cipher', 'ECDHE-RSA-AES256-GCM-SHA384:AES128-SHA'],
  },
  /** An order of preference that no client has. */
  'openssl-own-order': {
    arguments: [
      ...only('TLSv1.2'),
      ...['-serverpref', '-cipher', 'AES128-SHA:ECDHE-RSA-CHACHA20-POLY1305:AES256-GCM-SHA384:ECDHE-RSA-AES128-SHA'],
    ],
  },
  'openssl-tls11': { arguments: [...only('TLSv1.1'), '-cipher', 'ALL:@SECLEVEL=0'] },
  /** Every suite that it supports from TLS 1.0 to 1.2, including anonymous ones and those without encryption. */
  'openssl-legacy': { second: 'ecdsa', arguments: [...old, '-cipher', every, '-dhparam', dhFile(2048)] },
  'openssl-anonymous': { arguments: [...old, '-cipher', 'aNULL:@SECLEVEL=0', '-dhparam', dhFile(2048)] },
  'openssl-null': { arguments: [...old, '-cipher', 'eNULL:@SECLEVEL=0'] },
  'openssl-no-forward-secrecy': { arguments: [...only('TLSv1.2'), '-cipher', 'kRSA:@SECLEVEL=0'] },
  'openssl-dh-1024': { arguments: [...only('TLSv1.2'), '-cipher', 'DHE:@SECLEVEL=0', '-dhparam', dhFile(1024)] },
  'openssl-dh-1536': { arguments: [...only('TLSv1.2'), '-cipher', 'DHE:@SECLEVEL=0', '-dhparam', dhFile(1536)] },
  'openssl-dh-2048': { arguments: [...only('TLSv1.2'), '-cipher', 'DHE', '-dhparam', dhFile(2048)] },
  'openssl-psk': { arguments: [...only('TLSv1.2'), '-cipher', 'PSK', '-psk', '1a2b3c4d'] },
  'openssl-wants-client-certificate': { arguments: ['-verify', '1'] },
  'openssl-needs-client-certificate': { arguments: ['-Verify', '1', '-verify_return_error'] },
  'openssl-needs-client-certificate-tls12': { arguments: [...only('TLSv1.2'), '-Verify', '1', '-verify_return_error'] },
  'openssl-alpn': { arguments: ['-alpn', 'h2,http/1.1'] },
  /** Like Dovecot 2.4: it refuses clients that offer other protocols only (RFC 7301 section 3.2). */
  'openssl-alpn-imap': { arguments: ['-alpn', 'imap'] },
  'openssl-alpn-imap-tls13': { arguments: ['-alpn', 'imap', '-tls1_3'] },
  'openssl-groups': { arguments: ['-groups', 'P-521:X448:ffdhe2048'] },
  'openssl-brainpool': { certificate: 'brainpool', arguments: ['-named_curve', 'brainpoolP256r1', ...only('TLSv1.2')] },
  /** Firefox and Safari offer its only group, Chromium does not. */
  'openssl-p521': { arguments: ['-min_protocol', 'TLSv1.2', '-groups', 'P-521'] },
  /** Its groups up to TLS 1.2 show only to a client that offers the curve of the certificate as well. */
  'openssl-ecdsa-tls12': { certificate: 'ecdsa', arguments: [...only('TLSv1.2')] },
  'openssl-ecdsa-weak-group': {
    certificate: 'ecdsa',
    arguments: [...only('TLSv1.2'), '-cipher', 'ALL:@SECLEVEL=0', '-groups', 'P-256:P-192'],
  },
  'openssl-ecdsa-weak-group-tls13': {
    certificate: 'ecdsa',
    arguments: ['-min_protocol', 'TLSv1.2', '-cipher', 'ALL:@SECLEVEL=0', '-groups', 'P-256:P-192'],
  },
  /** Up to TLS 1.2, OpenSSL itself does not use such a key. */
  'openssl-tls13-agrees-only': { certificate: 'agrees-only', arguments: only('TLSv1.3') },
  'openssl-sha1-signatures': {
    arguments: [...only('TLSv1.2'), '-cipher', 'ECDHE:@SECLEVEL=0', '-sigalgs', 'RSA+SHA1'],
  },
  'openssl-pss-key': { certificate: 'rsa-pss-key', arguments: ['-min_protocol', 'TLSv1.2'] },
  'openssl-p521-key': { certificate: 'ecdsa-521', arguments: ['-min_protocol', 'TLSv1.2'] },
  'openssl-rsa-exchange-signs-only': {
    certificate: 'signs-only',
    arguments: [...only('TLSv1.2'), '-cipher', 'AES128-GCM-SHA256'],
  },
  'openssl-tls13-no-tickets': { arguments: [...only('TLSv1.3'), '-num_tickets', '0'] },
  'openssl-no-tickets': { arguments: [...only('TLSv1.2'), '-no_ticket'] },
} as const satisfies Record<string, OpensslServer>;

export type OpensslServerName = keyof typeof opensslServers;

export async function startOpensslServer(
  workplace: Workplace,
  certificates: Certificates,
  name: OpensslServerName,
  port: number,
): Promise<string> {
  const server: OpensslServer = opensslServers[name];
  const [first, second] = await Promise.all([
    certificates.make(server.certificate ?? 'rsa'),
    server.second ? certificates.make(server.second) : null,
  ]);
  const args = [
    ...['s_server', '-accept', `127.0.0.1:${port}`, '-www', '-no-CAfile', '-no-CApath', '-no-CAstore'],
    ...given('-cert', '-cert_chain', '-key', first),
    ...(second ? given('-dcert', '-dcert_chain', '-dkey', second) : []),
    ...server.arguments,
  ];
  await workplace.start('openssl', args, /ACCEPT/);
  return first.host;
}

function given(certificate: string, chain: string, key: string, served: ServedCertificate): string[] {
  const others = served.othersFile === null ? [] : [chain, served.othersFile];
  return [certificate, served.chainFile, key, served.keyFile, ...others];
}
