import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onFreePorts } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { startFamily, untilListening, writeConfig } from '../tls/programs/program.ts';
import { makeCertificates, type WebCertificates } from './certificates.ts';

export type SiteProgram = 'nginx' | 'Apache' | 'Caddy' | 'HAProxy';

/** Lines of configuration in the part for https, and in that for http. */
export interface SiteLines {
  readonly https?: string;
  /** In place of serving the site by http. */
  readonly http?: string;
}

export interface SitePorts {
  readonly httpPort: number;
  readonly httpsPort: number;
}

/** Web servers for `*.web.test` in front of an application. */
export interface SiteLab {
  /** PEM file of the authority. */
  readonly authority: string;
  /** For files that a configuration names. */
  readonly directory: string;
  /** Starts a program with these lines in its configuration. @throws if it refuses them */
  start(program: SiteProgram, lines?: SiteLines): Promise<SitePorts>;
  stop(): Promise<void>;
}

interface SitePlace extends SitePorts {
  readonly workplace: Workplace;
  readonly directory: string;
  readonly originPort: number;
  readonly certificates: WebCertificates & { readonly combined: string };
  readonly lines: SiteLines;
}

/**
 * The application answers every path with a page of 3,000 letters, and with the header fields that the query names as JSON:
 * `/?fields=[["Server","x"]]`. It has no other files.
 */
export async function startSiteLab(): Promise<SiteLab> {
  const workplace = await openWorkplace();
  const origin = await startOrigin();
  const stop = async () => {
    origin.server.close();
    origin.server.closeAllConnections();
    await workplace.close();
  };
  try {
    // Apache reads files as another user.
    await chmod(workplace.directory, 0o711);
    const made = await makeCertificates(workplace.directory, ['DNS:*.web.test']);
    const combined = await combinedFile(workplace.directory, made);
    let count = 0;
    return {
      authority: made.authority,
      directory: workplace.directory,
      start(program, lines = {}) {
        count += 1;
        const directory = join(workplace.directory, `site-${count}`);
        return onFreePorts(2, async ([httpPort, httpsPort]) => {
          const ports = { httpPort, httpsPort };
          const certificates = { ...made, combined };
          await starters[program]({ workplace, directory, originPort: origin.port, certificates, lines, ...ports });
          await Promise.all([httpPort, httpsPort].map((port) => untilListening(program, port)));
          return ports;
        });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOrigin() {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://origin.test');
    const fields = JSON.parse(url.searchParams.get('fields') ?? '[]') as [string, string][];
    if (url.pathname !== '/') response.statusCode = 404;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    for (const [name, value] of fields) response.appendHeader(name, value);
    response.end(`<!doctype html><title>Site</title>${'x'.repeat(3000)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

async function combinedFile(directory: string, { certificate, key }: WebCertificates): Promise<string> {
  const file = join(directory, 'combined.pem');
  await writeFile(file, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  return file;
}

const isRoot = () => process.getuid?.() === 0;

const starters: Readonly<Record<SiteProgram, (place: SitePlace) => Promise<void>>> = {
  async nginx({ workplace, directory, httpPort, httpsPort, originPort, certificates, lines }) {
    const proxy = `location / { proxy_pass http://127.0.0.1:${originPort}; proxy_set_header Host $host; }`;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const file = await writeConfig(directory, 'nginx.conf', [
      'daemon off; master_process off; error_log stderr notice; pid nginx.pid;',
      isRoot() ? 'user root;' : '',
      'events {}',
      'http {',
      `access_log off; ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}`,
      `server { listen 127.0.0.1:${httpPort};`,
      lines.http ?? proxy,
      `} server { listen 127.0.0.1:${httpsPort} ssl;`,
      `ssl_certificate ${certificates.certificate}; ssl_certificate_key ${certificates.key};`,
      lines.https ?? '',
      proxy,
      '} }',
    ]);
    await workplace.start('nginx', ['-p', directory, '-c', file], /event method/);
  },
  async Apache({ workplace, directory, httpPort, httpsPort, originPort, certificates, lines }) {
    const names = ['mpm_event', 'authz_core', 'socache_shmcb', 'ssl', 'http2', 'headers', 'rewrite', 'alias', 'mime'];
    const modules = [...names, 'filter', 'deflate', 'proxy', 'proxy_http'];
    const proxy = ['ProxyPass /.well-known/ !', `ProxyPass / http://127.0.0.1:${originPort}/`];
    const isGlobal = (line: string) => line.startsWith('ServerTokens');
    const own = (lines.https ?? '').split('\n');
    const file = await writeConfig(directory, 'apache.conf', [
      ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      `ServerRoot ${directory}`,
      'ServerName web.test',
      `DefaultRuntimeDir ${directory}`,
      `PidFile ${directory}/apache.pid`,
      `ErrorLog ${directory}/error.log`,
      ...(isRoot() ? ['User nobody', 'Group nogroup'] : []),
      'TypesConfig /dev/null',
      'AddType text/plain .txt',
      'LoadModule env_module /usr/lib/apache2/modules/mod_env.so',
      `Listen 127.0.0.1:${httpPort}`,
      `Listen 127.0.0.1:${httpsPort}`,
      ...own.filter(isGlobal),
      `<VirtualHost *:${httpPort}>`,
      ...(lines.http?.split('\n') ?? proxy),
      `</VirtualHost><VirtualHost *:${httpsPort}>`.replace('><', '>\n<'),
      'SSLEngine on',
      `SSLCertificateFile ${certificates.certificate}`,
      `SSLCertificateKeyFile ${certificates.key}`,
      ...own.filter((line) => !isGlobal(line)),
      ...proxy,
      '</VirtualHost>',
    ]);
    await startFamily(workplace, ['apache2', '-d', directory, '-f', file, '-DFOREGROUND']);
  },
  async Caddy({ workplace, directory, httpPort, httpsPort, originPort, certificates, lines }) {
    const proxy = `reverse_proxy 127.0.0.1:${originPort}`;
    const file = await writeConfig(directory, 'Caddyfile', [
      '{',
      'admin off',
      'auto_https off',
      `storage file_system ${directory}`,
      '}',
      `http://:${httpPort} {`,
      'bind 127.0.0.1',
      lines.http ?? proxy,
      '}',
      `https://:${httpsPort} {`,
      'bind 127.0.0.1',
      `tls ${certificates.certificate} ${certificates.key}`,
      lines.https ?? '',
      `handle {\n${proxy}\n}`,
      '}',
    ]);
    await workplace.start(
      'caddy',
      ['run', '--config', file, '--adapter', 'caddyfile'],
      /serving initial configuration/,
    );
  },
  async HAProxy({ workplace, directory, httpPort, httpsPort, originPort, certificates, lines }) {
    const file = await writeConfig(directory, 'haproxy.cfg', [
      'global',
      '  nbthread 1',
      'defaults',
      '  mode http',
      '  timeout client 10s',
      '  timeout server 10s',
      '  timeout connect 5s',
      'frontend plain',
      `  bind 127.0.0.1:${httpPort}`,
      ...(lines.http?.split('\n') ?? []),
      '  default_backend application',
      'frontend site',
      `  bind 127.0.0.1:${httpsPort} ssl crt ${certificates.combined}`,
      ...(lines.https?.split('\n') ?? []),
      '  default_backend application',
      'backend application',
      `  server one 127.0.0.1:${originPort}`,
    ]);
    await startFamily(workplace, ['haproxy', '-db', '-f', file]);
  },
};
