import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedCertificate } from '../certificates/certificates.ts';
import { type Program, type ProgramPlace, startFamily, writeConfig } from './program.ts';

const isRoot = () => process.getuid?.() === 0;
/** Some programs read the certificates and the key from one file. */
async function combinedFile(directory: string, { chainFile, keyFile }: ServedCertificate, name: string) {
  const file = join(directory, `${name}.pem`);
  await writeFile(file, (await readFile(chainFile, 'utf8')) + (await readFile(keyFile, 'utf8')));
  return file;
}

/** Web servers and TLS terminators. */
export const webPrograms = {
  apache: { certificates: ['rsa', 'ecdsa'], start: (place) => startApache(place) },
  haproxy: { certificates: ['rsa', 'ecdsa'], start: (place) => startHaproxy(place) },
  stunnel: { certificates: ['expired'], start: startStunnel },
  hitch: { certificates: ['wrong-host'], start: startHitch },
  h2o: { start: startH2o },
  caddy: { certificates: ['ecdsa'], start: startCaddy },
  /** Five TLS libraries. wolfSSL's HelloRetryRequest names no group if the client sends no key share. */
  'lighttpd-openssl': { start: (place) => startLighttpd(place, 'mod_openssl') },
  'lighttpd-gnutls': { start: (place) => startLighttpd(place, 'mod_gnutls') },
  'lighttpd-mbedtls': { start: (place) => startLighttpd(place, 'mod_mbedtls') },
  'lighttpd-nss': { start: (place) => startLighttpd(place, 'mod_nss') },
  'lighttpd-wolfssl': { start: (place) => startLighttpd(place, 'mod_wolfssl') },
} as const satisfies Record<string, Program>;

export async function startApache(
  { workplace, directory, port, certificate, certificates }: ProgramPlace,
  lines: readonly string[] = [],
): Promise<void> {
  const modules = ['mpm_event', 'authz_core', 'socache_shmcb', 'ssl'];
  const file = await writeConfig(directory, 'apache.conf', [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `ServerRoot ${directory}`,
    `ServerName ${certificate.host}`,
    `DefaultRuntimeDir ${directory}`,
    `PidFile ${directory}/apache.pid`,
    `Listen 127.0.0.1:${port}`,
    // Its standard error is a socket here, which it cannot reopen.
    `ErrorLog ${directory}/error.log`,
    ...(isRoot() ? ['User nobody', 'Group nogroup'] : []),
    `DocumentRoot ${directory}`,
    `SSLSessionCache shmcb:${directory}/sessions(512000)`,
    'SSLEngine on',
    ...lines,
    ...certificates.flatMap(({ chainFile, keyFile }) => [
      `SSLCertificateFile ${chainFile}`,
      `SSLCertificateKeyFile ${keyFile}`,
    ]),
  ]);
  await startFamily(workplace, ['apache2', '-d', directory, '-f', file, '-DFOREGROUND']);
}

export async function startHaproxy(
  { workplace, directory, port, certificates }: ProgramPlace,
  lines: readonly string[] = [],
): Promise<void> {
  const files = await Promise.all(certificates.map((one, index) => combinedFile(directory, one, `site-${index}`)));
  const file = await writeConfig(directory, 'haproxy.cfg', [
    'global',
    '  nbthread 1',
    ...lines.map((line) => `  ${line}`),
    'defaults',
    '  mode http',
    '  timeout client 10s',
    'frontend site',
    `  bind 127.0.0.1:${port} ssl ${files.map((one) => `crt ${one}`).join(' ')} alpn h2,http/1.1`,
    '  http-request return status 204',
  ]);
  await startFamily(workplace, ['haproxy', '-db', '-f', file]);
}

async function startStunnel(place: ProgramPlace): Promise<void> {
  const { workplace, directory, port, backendPort, certificate } = place;
  const file = await writeConfig(directory, 'stunnel.conf', [
    'foreground = yes',
    'pid =',
    '[site]',
    `accept = 127.0.0.1:${port}`,
    `connect = 127.0.0.1:${backendPort}`,
    `cert = ${certificate.chainFile}`,
    `key = ${certificate.keyFile}`,
  ]);
  await workplace.start('stunnel4', [file], /Configuration successful/);
}

async function startHitch(place: ProgramPlace): Promise<void> {
  const { workplace, directory, port, backendPort, certificate } = place;
  const file = await writeConfig(directory, 'hitch.conf', [
    `frontend = "[127.0.0.1]:${port}"`,
    `backend = "[127.0.0.1]:${backendPort}"`,
    `pem-file = "${await combinedFile(directory, certificate, 'site')}"`,
    'daemon = off',
    'workers = 1',
    // Requires a user to switch to, or an empty value.
    ...(isRoot() ? ['user = "nobody"', 'group = "nogroup"'] : ['user = ""']),
  ]);
  await startFamily(workplace, ['hitch', `--config=${file}`]);
}

async function startH2o({ workplace, directory, port, certificate }: ProgramPlace): Promise<void> {
  const file = await writeConfig(directory, 'h2o.conf', [
    ...(isRoot() ? ['user: nobody'] : []),
    'num-threads: 1',
    'listen:',
    '  host: 127.0.0.1',
    `  port: ${port}`,
    '  ssl:',
    `    certificate-file: ${certificate.chainFile}`,
    `    key-file: ${certificate.keyFile}`,
    'hosts:',
    '  default:',
    '    paths:',
    '      /:',
    '        redirect: https://elsewhere.tls.test/',
  ]);
  await workplace.start('h2o', ['-c', file], /is ready to serve requests/);
}

/** Caddy uses the TLS library of Go. */
async function startCaddy({ workplace, directory, port, certificate }: ProgramPlace): Promise<void> {
  const config = {
    admin: { disabled: true, config: { persist: false } },
    storage: { module: 'file_system', root: directory },
    apps: {
      http: {
        servers: {
          site: {
            listen: [`127.0.0.1:${port}`],
            routes: [{ handle: [{ handler: 'static_response', status_code: 204 }] }],
            tls_connection_policies: [{}],
            automatic_https: { disable: true },
          },
        },
      },
      tls: {
        certificates: { load_files: [{ certificate: certificate.chainFile, key: certificate.keyFile }] },
      },
    },
  };
  const file = await writeConfig(directory, 'caddy.json', [JSON.stringify(config)]);
  await workplace.start('caddy', ['run', '--config', file], /serving initial configuration/);
}

async function startLighttpd(place: ProgramPlace, module: string): Promise<void> {
  const { workplace, directory, port, certificate } = place;
  const file = await writeConfig(directory, 'lighttpd.conf', [
    `server.modules = ("${module}")`,
    'server.bind = "127.0.0.1"',
    `server.port = ${port}`,
    `server.document-root = "${directory}"`,
    'ssl.engine = "enable"',
    `ssl.pemfile = "${certificate.chainFile}"`,
    `ssl.privkey = "${certificate.keyFile}"`,
  ]);
  await workplace.start('lighttpd', ['-D', '-f', file], /server started/);
}
