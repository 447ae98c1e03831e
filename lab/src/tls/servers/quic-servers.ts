import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { CertificateKind } from '../certificates/recipes.ts';
import { startSilent } from '../programs/program.ts';

interface QuicServer {
  readonly certificate: CertificateKind;
  readonly options: readonly string[];
}

const tls13With = (cipher: string) => [`--ciphers=NORMAL:-VERS-ALL:+VERS-TLS1.3:-CIPHER-ALL:+${cipher}`];
const onlyGroup = (group: string) => [`--groups=-GROUP-ALL:+GROUP-${group}`];

/** The example server of ngtcp2, with GnuTLS. It speaks HTTP/3 only. */
export const quicServers = {
  ngtcp2: { certificate: 'rsa', options: [] },
  /** Validates every address with a Retry packet. */
  'ngtcp2-retry': { certificate: 'rsa', options: ['--validate-addr'] },
  /** Asks for another key share with a HelloRetryRequest. */
  'ngtcp2-p256': { certificate: 'ecdsa', options: onlyGroup('SECP256R1') },
  'ngtcp2-retry-p384': { certificate: 'ecdsa', options: ['--validate-addr', ...onlyGroup('SECP384R1')] },
  'ngtcp2-chacha20': { certificate: 'ecdsa', options: tls13With('CHACHA20-POLY1305') },
  'ngtcp2-aes256': { certificate: 'rsa', options: tls13With('AES-256-GCM') },
  /** Only a suite that browsers do not offer. */
  'ngtcp2-ccm': { certificate: 'rsa', options: tls13With('AES-128-CCM') },
  /** Its certificate is longer than a server may send before the client's address is proven. */
  'ngtcp2-long-certificate': { certificate: 'thousand-names', options: [] },
  'ngtcp2-client-certificate': { certificate: 'rsa', options: ['--verify-client'] },
} as const satisfies Record<string, QuicServer>;

export type QuicServerName = keyof typeof quicServers;

/** Starts a server on a UDP port of 127.0.0.1; returns the name of its certificate. */
export async function startQuicServer(
  workplace: Workplace,
  certificates: Certificates,
  name: QuicServerName,
  port: number,
): Promise<string> {
  const { certificate, options } = quicServers[name];
  const { host, keyFile, chainFile } = await certificates.make(certificate);
  const command = ['gtlsserver', '127.0.0.1', String(port), keyFile, chainFile, '--quiet', ...options];
  await startSilent(workplace, command);
  await untilBound(name, port);
  return host;
}

/** It announces nothing, and a datagram would be an attempt to connect. */
async function untilBound(name: string, port: number): Promise<void> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if ((await readFile('/proc/net/udp', 'utf8')).includes(local)) return;
    await pause(50);
  }
  throw new Error(`${name} does not listen`);
}
