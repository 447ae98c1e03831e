import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePorts } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';
import { createIssuer } from '../tls/certificates/issue.ts';

/** nginx as a load balancer. */
export interface Balancer {
  readonly url: string;
  /** With HTTP/2. */
  readonly httpsUrl: string;
  /** The self-signed certificate of `httpsUrl`, for `BALANCER_HOST` (PEM). */
  readonly certificate: string;
  /** Everything that nginx has logged. */
  logs(): Promise<string>;
  stop(): Promise<void>;
}

export const BALANCER_HOST = 'sonde.example';

/**
 * Starts nginx with the site configuration of the documentation: its `server 127.0.0.1:3000` line is replaced by one for
 * each of `ports`, it listens on free ports of 127.0.0.1 instead of 80 and 443, with the lines for HTTPS enabled, and
 * writes its logs into a temporary directory.
 */
export async function startBalancer(site: string, ports: readonly number[]): Promise<Balancer> {
  const workplace = await openWorkplace();
  const { directory } = workplace;
  try {
    const { pem, certificateFile, keyFile } = await createIssuer(directory).issue({
      subject: `/CN=${BALANCER_HOST}`,
      key: 'p-256',
      extensions: [`subjectAltName=DNS:${BALANCER_HOST}`],
    });
    return await onFreePorts(2, async ([port, httpsPort]) => {
      const adapted = withPorts(site, ports, port)
        .replace('# listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`)
        .replace(/# ssl_certificate .*;/, `ssl_certificate ${certificateFile};`)
        .replace(/# ssl_certificate_key .*;/, `ssl_certificate_key ${keyFile};`)
        .replaceAll('/var/log/nginx/', `${directory}/`);
      const file = join(directory, 'nginx.conf');
      await writeFile(file, `${frame}http {\naccess_log off;\n${temporary}\n${adapted}\n}\n`);
      await workplace.start('nginx', ['-p', directory, '-c', file, '-e', 'stderr'], /event method/);
      return {
        url: `http://127.0.0.1:${port}`,
        httpsUrl: `https://127.0.0.1:${httpsPort}`,
        certificate: pem,
        logs: () => readLogs(directory),
        stop: () => workplace.close(),
      };
    });
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

function withPorts(site: string, upstreamPorts: readonly number[], port: number): string {
  const upstreams = upstreamPorts.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join('\n  ');
  return site
    .replace(/server 127\.0\.0\.1:3000[^;]*;/, upstreams)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:80;', '');
}

async function readLogs(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.log'));
  return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('');
}

/** A single process, so that killing it leaves no workers behind. */
const frame =
  'daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr notice;\nerror_log error.log notice;\n' +
  'events { worker_connections 4096; }\n';
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `${name}_temp_path ${name};`)
  .join('\n');
