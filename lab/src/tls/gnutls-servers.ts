import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../commands.ts';
import type { Workplace } from '../workplace.ts';
import type { Certificates } from './certificates.ts';
import { dhFile } from './dh-file.ts';
import { relayToSocket } from './relay.ts';

/** Priority strings of GnuTLS 3.7. */
export const gnutlsServers = {
  'gnutls-modern': ['--priority', 'NORMAL'],
  'gnutls-legacy': ['--priority', 'LEGACY:+VERS-ALL:+ARCFOUR-128:+3DES-CBC:+RSA:+DHE-RSA:+ECDHE-RSA:%COMPAT'],
  'gnutls-anonymous': ['--priority', 'NORMAL:-VERS-TLS1.3:-KX-ALL:+ANON-ECDH:+ANON-DH'],
  'gnutls-dh-512': ['--priority', 'LEGACY:-VERS-TLS1.3:-KX-ALL:+DHE-RSA', '--dhparams', dhFile(512)],
  'gnutls-tls13-secp521r1': ['--priority', 'NORMAL:-VERS-ALL:+VERS-TLS1.3:-GROUP-ALL:+GROUP-SECP521R1'],
  'gnutls-no-tickets': ['--priority', 'NORMAL:-VERS-TLS1.3', '--noticket'],
} as const satisfies Record<string, readonly string[]>;

export type GnutlsServerName = keyof typeof gnutlsServers;

const insideScript = fileURLToPath(new URL('./inside-namespace.mjs', import.meta.url));

/**
 * gnutls-serv listens on every address of a machine, so it gets a network namespace of its own. A Unix socket leads
 * into it; what comes to the port of 127.0.0.1 is passed on. Gives the host name and what ends the passing on.
 */
export async function startGnutlsServer(
  workplace: Workplace,
  certificates: Certificates,
  name: GnutlsServerName,
): Promise<{ host: string; port: number; stop(): Promise<void> }> {
  const served = await Promise.all([certificates.make('rsa'), certificates.make('ecdsa')]);
  const socketPath = join(workplace.directory, `${name}.sock`);
  const isRoot = process.getuid?.() === 0;
  const server = [
    // It ends with whoever started it.
    ...[findCommand('setpriv'), '--pdeathsig', 'KILL'],
    ...[findCommand('gnutls-serv'), '--port', '4433', '--http', '--quiet'],
    ...served.flatMap(({ chainFile, keyFile }) => ['--x509certfile', chainFile, '--x509keyfile', keyFile]),
    ...gnutlsServers[name],
  ];
  const enter = ['--net', ...(isRoot ? [] : ['--user', '--map-root-user'])];
  await workplace.start(
    'unshare',
    [...enter, process.execPath, insideScript, socketPath, findCommand('ip'), ...server],
    /ready/,
  );
  const relay = await relayToSocket(socketPath);
  return { host: 'rsa.tls.test', ...relay };
}
