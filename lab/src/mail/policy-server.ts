import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onFreePort } from '../processes/free-port.ts';
import type { Workplace } from '../processes/workplace.ts';
import type { MailCertificates } from './certificates.ts';

/** Domains whose policy and logo nginx serves. */
export const policyDomains = {
  'good.test': 'as it should be',
  'other-name.test': 'with a certificate for another name',
  'redirect.test': 'a redirect to the policy of good.test',
  'large.test': 'larger than anybody reads',
  'type.test': 'with another media type',
  'silent.test': 'never',
  'missing.test': '404',
  'broken-sts.test': 'as it should be, for a mail server whose TLS fails',
} as const;
export type PolicyDomain = keyof typeof policyDomains;

const POLICY = 'version: STSv1\nmode: enforce\nmx: *.mx.test\nmax_age: 604800\n';
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 1 1"><title>Lab</title></svg>';
const TOO_LARGE = 300 * 1024;
const policyPath = '/.well-known/mta-sts.txt';

export interface PolicyServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** nginx with a server name for each domain, and a program behind it that never answers. */
export async function startPolicyServer(workplace: Workplace, certificates: MailCertificates): Promise<PolicyServer> {
  const directory = join(workplace.directory, 'policies');
  await mkdir(join(directory, '.well-known'), { recursive: true });
  await Promise.all([
    writeFile(join(directory, '.well-known/mta-sts.txt'), POLICY),
    writeFile(join(directory, '.well-known/large.txt'), POLICY + 'x'.repeat(TOO_LARGE)),
    writeFile(join(directory, 'logo.svg'), LOGO),
    writeFile(join(directory, 'large.svg'), LOGO + ' '.repeat(TOO_LARGE)),
  ]);
  const silent = await startSilentServer();
  const port = await onFreePort(async (free) => {
    const config = join(directory, 'nginx.conf');
    await writeFile(config, configuration(directory, free, silent.port, certificates));
    await workplace.start('nginx', ['-p', directory, '-c', config, '-e', 'stderr'], /event method/);
    return free;
  });
  return { port, stop: silent.stop };
}

function configuration(directory: string, port: number, silent: number, certificates: MailCertificates): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(directory, name)};`)
    .join(' ');
  const { policies, otherName } = certificates;
  const places: Readonly<Record<PolicyDomain, string>> = {
    'good.test': '',
    'other-name.test': '',
    'redirect.test': `location = ${policyPath} { return 301 https://mta-sts.good.test${policyPath}; }
      location = /logo.svg { return 302 http://mta-sts.redirect.test/logo.svg; }`,
    'large.test': `location = ${policyPath} { alias ${directory}/.well-known/large.txt; }
      location = /logo.svg { alias ${directory}/large.svg; }`,
    'type.test': 'types {} default_type text/html;',
    'silent.test': `location / { proxy_pass http://127.0.0.1:${silent}; }`,
    'missing.test': 'location / { return 404; }',
    'broken-sts.test': '',
  };
  const server = (domain: string, lines: string) => {
    const { chainFile, keyFile } = domain === 'other-name.test' ? otherName : policies;
    return `  server {
    listen 127.0.0.1:${port} ssl;
    server_name mta-sts.${domain};
    root ${directory};
    ssl_certificate ${chainFile}; ssl_certificate_key ${keyFile};
    ${lines}
  }`;
  };
  return `daemon off; master_process off; pid ${join(directory, 'nginx.pid')}; error_log stderr notice;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; ${temporary}
  types { text/plain txt; image/svg+xml svg; }
${Object.entries(places)
  .map(([domain, lines]) => server(domain, lines))
  .join('\n')}
}
`;
}

async function startSilentServer(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
