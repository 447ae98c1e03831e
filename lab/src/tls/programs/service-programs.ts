import { chmod, mkdir } from 'node:fs/promises';
import { type Program, type ProgramPlace, startFamily, writeConfig } from './program.ts';

/** Brokers, databases, chat and mail servers: all with implicit TLS, except Postfix. */
export const servicePrograms = {
  /** Requires a client certificate, as Redis does by default. */
  redis: { certificates: ['ecdsa'], start: startRedis },
  mosquitto: { certificates: ['ecdsa-384'], start: startMosquitto },
  ngircd: { certificates: ['self-signed'], start: startNgircd },
  /** SMTP with STARTTLS. */
  postfix: { start: startPostfix },
  'postfix-expired': { certificates: ['expired'], start: startPostfix },
  'postfix-without-tls': { start: (place) => startPostfix(place, ['smtpd_tls_security_level = none']) },
  /** Speaks TLS 1.2 and nothing newer. */
  'postfix-tls12': { start: (place) => startPostfix(place, ['smtpd_tls_protocols = >=TLSv1.2, <=TLSv1.2']) },
} as const satisfies Record<string, Program>;

async function startRedis({ workplace, directory, port, certificate }: ProgramPlace): Promise<void> {
  const settings = {
    dir: directory,
    bind: '127.0.0.1',
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': certificate.chainFile,
    'tls-key-file': certificate.keyFile,
    'tls-ca-cert-file': certificate.othersFile ?? certificate.chainFile,
    save: '',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  await workplace.start('redis-server', args, /Ready to accept connections/);
}

async function startMosquitto({ workplace, directory, port, certificate }: ProgramPlace): Promise<void> {
  const file = await writeConfig(directory, 'mosquitto.conf', [
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    `listener ${port} 127.0.0.1`,
    `certfile ${certificate.chainFile}`,
    `keyfile ${certificate.keyFile}`,
    'allow_anonymous true',
  ]);
  await workplace.start('mosquitto', ['-c', file], /mosquitto version \S+ running/);
}

async function startNgircd({ workplace, directory, port, certificate }: ProgramPlace): Promise<void> {
  const file = await writeConfig(directory, 'ngircd.conf', [
    '[Global]',
    'Name = irc.tls.test',
    'Info = lab',
    'Listen = 127.0.0.1',
    'AdminEMail = admin@tls.test',
    ...(process.getuid?.() === 0 ? ['ServerUID = nobody', 'ServerGID = nogroup'] : []),
    '[Options]',
    'Ident = no',
    'PAM = no',
    'DNS = no',
    // Without this setting the server uses the folder of its package.
    'ChrootDir =',
    '[SSL]',
    `CertFile = ${certificate.chainFile}`,
    `KeyFile = ${certificate.keyFile}`,
    `Ports = ${port}`,
  ]);
  await workplace.start('ngircd', ['-n', '-f', file], /Now listening on/);
}

/** Its processes run as users of its package, so only root can start it. */
export async function startPostfix(
  { workplace, directory, port, certificate }: ProgramPlace,
  settings: readonly string[] = [],
): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('Postfix can only be started by root');
  await chmod(workplace.directory, 0o711);
  const [queue, data] = [`${directory}/queue`, `${directory}/data`];
  await mkdir(queue);
  await writeConfig(directory, 'master.cf', [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    ...['tlsmgr unix - - n 1000? 1 tlsmgr', 'anvil unix - - n - 1 anvil', 'rewrite unix - - n - - trivial-rewrite'],
    ...['proxymap unix - - n - - proxymap', 'postlog unix-dgram n - n - 1 postlogd', 'cleanup unix n - n - 0 cleanup'],
  ]);
  await writeConfig(directory, 'main.cf', [
    'compatibility_level = 3.6',
    `queue_directory = ${queue}`,
    `data_directory = ${data}`,
    'myhostname = mail.tls.test',
    'inet_interfaces = loopback-only',
    // Its standard output is a socket here, which it cannot reopen.
    `maillog_file = ${directory}/log`,
    `maillog_file_prefixes = ${directory}`,
    `smtpd_tls_chain_files = ${certificate.keyFile}, ${certificate.chainFile}`,
    'smtpd_tls_security_level = may',
    // The default limit on a client's connection rate would slow the tests down.
    'smtpd_client_connection_count_limit = 0',
    'smtpd_error_sleep_time = 0',
    ...settings,
  ]);
  await startFamily(workplace, ['postfix', '-c', directory, 'start-fg']);
}
