import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { CertificateKind } from '../certificates/recipes.ts';
import { startNginx } from './nginx.ts';

interface NginxServer {
  readonly certificates: readonly CertificateKind[];
  readonly lines: readonly string[];
}

/** nginx in typical configurations. */
export const nginxServers = {
  /** The settings of a current guide, with two key types and a stapled OCSP response. */
  'nginx-modern': {
    certificates: ['rsa', 'ecdsa-stapled'],
    lines: [
      'ssl_protocols TLSv1.2 TLSv1.3',
      'ssl_prefer_server_ciphers off',
      'ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20',
      'ssl_session_tickets off',
    ],
  },
  'nginx-default': { certificates: ['rsa'], lines: [] },
  'nginx-legacy': {
    certificates: ['rsa', 'ecdsa'],
    lines: [
      'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3',
      'ssl_ciphers ALL:!aNULL:@SECLEVEL=0',
      'ssl_prefer_server_ciphers on',
    ],
  },
  'nginx-needs-client-certificate': {
    certificates: ['rsa'],
    lines: ['ssl_verify_client on', 'ssl_client_certificate CA_FILE'],
  },
  'nginx-early-data': {
    certificates: ['rsa'],
    lines: ['ssl_protocols TLSv1.2 TLSv1.3', 'ssl_early_data on', 'ssl_session_timeout 7m'],
  },
  /** Refuses handshakes for other names. */
  'nginx-rejects-handshake': { certificates: [], lines: ['ssl_reject_handshake on'] },
} as const satisfies Record<string, NginxServer>;

export type NginxServerName = keyof typeof nginxServers;

export async function startNginxServer(
  workplace: Workplace,
  certificates: Certificates,
  name: NginxServerName,
  port: number,
): Promise<string> {
  const server: NginxServer = nginxServers[name];
  const served = await Promise.all(server.certificates.map((kind) => certificates.make(kind)));
  const caFile = await certificates.caFile();
  const lines = server.lines.map((line) => line.replace('CA_FILE', caFile));
  await startNginx(workplace, `${name}-${port}`, [{ port, certificates: served, lines }]);
  return served[0]?.host ?? 'rsa.tls.test';
}
