import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onFreePort } from '../../processes/free-port.ts';
import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { startNginx } from '../servers/nginx.ts';
import { type ProgramPlace, untilListening, writeConfig } from './program.ts';
import { startPostfix } from './service-programs.ts';
import { startApache, startHaproxy } from './web-programs.ts';

export type ConfiguredName = 'nginx' | 'Apache' | 'HAProxy' | 'Caddy' | 'Postfix' | 'Dovecot';

type Start = (place: ProgramPlace, lines: readonly string[]) => Promise<void>;

/** Programs with lines of configuration of one's own, in the place where they usually stand. */
const starts: Readonly<Record<ConfiguredName, Start>> = {
  nginx: ({ workplace, port, certificates }, lines) =>
    startNginx(workplace, `configured-${port}`, [
      { port, certificates, lines: lines.map((line) => line.replace(/;$/, '')) },
    ]),
  Apache: startApache,
  HAProxy: startHaproxy,
  Caddy: startCaddyfile,
  Postfix: startPostfix,
  Dovecot: startDovecot,
};

/** Starts a program with these lines, and an RSA certificate. */
export async function startConfigured(
  workplace: Workplace,
  certificates: Certificates,
  name: ConfiguredName,
  lines: readonly string[],
): Promise<{ host: string; port: number }> {
  const certificate = await certificates.make('rsa');
  const port = await onFreePort(async (port) => {
    const directory = join(workplace.directory, `${name}-${port}`);
    await mkdir(directory);
    await starts[name]({ workplace, directory, port, certificate, certificates: [certificate], backendPort: 0 }, lines);
    await untilListening(name, port);
    return port;
  });
  return { host: certificate.host, port };
}

async function startCaddyfile({ workplace, directory, port, certificate }: ProgramPlace, lines: readonly string[]) {
  const file = await writeConfig(directory, 'Caddyfile', [
    '{',
    '  admin off',
    `  storage file_system ${directory}`,
    '  auto_https off',
    '}',
    `https://127.0.0.1:${port}, https://${certificate.host}:${port} {`,
    '  bind 127.0.0.1',
    `  tls ${certificate.chainFile} ${certificate.keyFile} {`,
    ...lines,
    '  }',
    '  respond 204',
    '}',
  ]);
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  await workplace.start('caddy', args, /serving initial configuration/);
}

/** IMAP with STARTTLS. */
async function startDovecot({ workplace, directory, port, certificate }: ProgramPlace, lines: readonly string[]) {
  const { username } = userInfo();
  const file = await writeConfig(directory, 'dovecot.conf', [
    `base_dir = ${directory}/run`,
    `state_dir = ${directory}/state`,
    'instance_name = sonde-configured',
    'log_path = /dev/stderr',
    'listen = 127.0.0.1',
    'protocols = imap',
    'ssl = yes',
    `ssl_cert = <${certificate.chainFile}`,
    `ssl_key = <${certificate.keyFile}`,
    ...(username === 'root' ? [] : [`default_login_user = ${username}`, `default_internal_user = ${username}`]),
    ...lines,
    'passdb {',
    '  driver = static',
    '}',
    'userdb {',
    '  driver = static',
    `  args = uid=65534 gid=65534 home=${directory}`,
    '}',
    'service imap-login {',
    '  chroot =',
    '  inet_listener imap {',
    `    port = ${port}`,
    '  }',
    '  inet_listener imaps {',
    '    port = 0',
    '  }',
    '}',
  ]);
  await workplace.start('dovecot', ['-F', '-c', file], /starting up for/);
}
