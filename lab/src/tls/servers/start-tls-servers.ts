import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort, onFreePorts } from '../../processes/free-port.ts';
import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates, ServedCertificate } from '../certificates/certificates.ts';
import { startSilent, untilListening, writeConfig } from '../programs/program.ts';

/** Servers with STARTTLS; for mail see `mail-servers.ts`. */
export type StartTlsServerName = 'vsftpd' | 'slapd' | 'prosody' | 'prosody-server' | 'mariadb' | 'xrdp';

export interface StartTlsServer {
  readonly host: string;
  readonly port: number;
}

type Start = (workplace: Workplace, directory: string, certificate: ServedCertificate) => Promise<number>;

const servers: Readonly<Record<StartTlsServerName, Start>> = {
  vsftpd: startVsftpd,
  slapd: startSlapd,
  prosody: (...given) => startProsody(...given).then(([client]) => client),
  'prosody-server': (...given) => startProsody(...given).then(([, server]) => server),
  mariadb: startMariadb,
  xrdp: startXrdp,
};

export async function startStartTlsServer(
  workplace: Workplace,
  certificates: Certificates,
  name: StartTlsServerName,
): Promise<StartTlsServer> {
  const certificate = await certificates.make('rsa');
  const directory = join(workplace.directory, name);
  await mkdir(directory);
  const port = await servers[name](workplace, directory, certificate);
  await untilListening(name, port);
  return { host: certificate.host, port };
}

async function startVsftpd(
  workplace: Workplace,
  directory: string,
  { chainFile, keyFile }: ServedCertificate,
): Promise<number> {
  const empty = join(directory, 'empty');
  await mkdir(empty);
  return onFreePort(async (port) => {
    const file = await writeConfig(directory, 'vsftpd.conf', [
      'listen=YES',
      'listen_address=127.0.0.1',
      `listen_port=${port}`,
      'background=NO',
      'anonymous_enable=YES',
      `secure_chroot_dir=${empty}`,
      'ssl_enable=YES',
      `rsa_cert_file=${chainFile}`,
      `rsa_private_key_file=${keyFile}`,
      // chroot is not allowed in containers.
      ...['seccomp_sandbox=NO', 'isolate=NO', 'isolate_network=NO'],
    ]);
    await startSilent(workplace, ['vsftpd', file]);
    return port;
  });
}

function startSlapd(
  workplace: Workplace,
  directory: string,
  { chainFile, keyFile }: ServedCertificate,
): Promise<number> {
  return onFreePort(async (port) => {
    const file = await writeConfig(directory, 'slapd.conf', [
      `pidfile ${directory}/slapd.pid`,
      `TLSCertificateFile ${chainFile}`,
      `TLSCertificateKeyFile ${keyFile}`,
    ]);
    await workplace.start('slapd', ['-h', `ldap://127.0.0.1:${port}`, '-f', file, '-d', '256'], /slapd starting/);
    return port;
  });
}

/** In either order. */
const bothServices = /Activated service '(c2s|s2s)' on \[[\s\S]*Activated service '(?!\1)(c2s|s2s)' on \[/;

function startProsody(
  workplace: Workplace,
  directory: string,
  { host, chainFile, keyFile }: ServedCertificate,
): Promise<readonly [number, number]> {
  return onFreePorts(2, async ([client = 0, server = 0]) => {
    const file = await writeConfig(directory, 'prosody.cfg.lua', [
      'run_as_root = true',
      `pidfile = "${directory}/prosody.pid"`,
      `data_path = "${directory}"`,
      'interfaces = { "127.0.0.1" }',
      `c2s_ports = { ${client} }`,
      `s2s_ports = { ${server} }`,
      'modules_enabled = { "tls", "saslauth", "dialback" }',
      'log = { info = "*console" }',
      `ssl = { key = "${keyFile}", certificate = "${chainFile}" }`,
      `VirtualHost "${host}"`,
      // For clients that request the host they connect to.
      'VirtualHost "localhost"',
    ]);
    await workplace.start('prosody', ['-F', '--config', file], bothServices);
    return [client, server];
  });
}

/** Without an access table it needs no database, which no test uses. */
function startMariadb(
  workplace: Workplace,
  directory: string,
  { chainFile, keyFile }: ServedCertificate,
): Promise<number> {
  return onFreePort(async (port) => {
    const args = [
      ...['--no-defaults', '--skip-grant-tables', '--bind-address=127.0.0.1', `--port=${port}`],
      ...[`--datadir=${directory}`, `--socket=${directory}/socket`],
      ...[`--ssl-cert=${chainFile}`, `--ssl-key=${keyFile}`],
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ];
    await workplace.start('mariadbd', args, /ready for connections/);
    return port;
  });
}

function startXrdp(
  workplace: Workplace,
  directory: string,
  { chainFile, keyFile }: ServedCertificate,
): Promise<number> {
  return onFreePort(async (port) => {
    const file = await writeConfig(directory, 'xrdp.ini', [
      ...['[Globals]', 'ini_version=1', 'fork=false', `port=tcp://127.0.0.1:${port}`],
      ...['security_layer=tls', `certificate=${chainFile}`, `key_file=${keyFile}`, 'ssl_protocols=TLSv1.2, TLSv1.3'],
      ...['[Logging]', `LogFile=${directory}/log`, 'LogLevel=INFO', 'EnableConsole=1', 'ConsoleLevel=INFO'],
    ]);
    await startSilent(workplace, ['xrdp', '--nodaemon', '--config', file]);
    return port;
  });
}
