import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePorts } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { makeCertificates, type WebCertificates } from './certificates.ts';

/** nginx on loopback. */
export interface WebLab {
  readonly httpPort: number;
  /** With a certificate for `web.test` and 127.0.0.1. */
  readonly httpsPort: number;
  /** PEM file of the authority that signed it. */
  readonly authority: string;
  stop(): Promise<void>;
}

/**
 * `/plain` answers «plain», `/gzip` 20,000 compressed letters, `/host` the Host and `/accept` the Accept header of the
 * request, `/missing` 404, `/etag` an entity tag and 304 for it; `/redirect` redirects to `/plain`, `/down` to http.
 */
export async function startWebLab(): Promise<WebLab> {
  const workplace = await openWorkplace();
  try {
    const certificates = await makeCertificates(workplace.directory, ['DNS:web.test', 'IP:127.0.0.1']);
    await writeFile(join(workplace.directory, 'etag'), 'tagged');
    await writeFile(join(workplace.directory, 'gzip'), 'x'.repeat(20_000));
    const ports = await startNginx(workplace, certificates);
    return { ...ports, authority: certificates.authority, stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

function startNginx(workplace: Workplace, certificates: WebCertificates) {
  return onFreePorts(2, async ([httpPort, httpsPort]) => {
    const config = join(workplace.directory, 'nginx.conf');
    await writeFile(config, nginxConfig(workplace.directory, httpPort, httpsPort, certificates));
    await workplace.start('nginx', ['-p', workplace.directory, '-c', config], /event method/);
    return { httpPort, httpsPort };
  });
}

function nginxConfig(directory: string, httpPort: number, httpsPort: number, { certificate, key }: WebCertificates) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(' ');
  return `daemon off; master_process off; error_log stderr notice; pid nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; default_type text/plain; ${temporary}
  server {
    listen 127.0.0.1:${httpPort}; listen 127.0.0.1:${httpsPort} ssl;
    ssl_certificate ${certificate}; ssl_certificate_key ${key};
    location = /plain { return 200 plain; }
    location = /gzip { gzip on; gzip_types text/plain; root ${directory}; }
    location = /host { return 200 $http_host; }
    location = /accept { return 200 $http_accept; }
    location = /authorization { return 200 $http_authorization; }
    location = /to-this-server { return 302 http://$host:$server_port/authorization; }
    location = /etag { root ${directory}; etag on; }
    location = /redirect { absolute_redirect off; return 301 /plain; }
    location = /down { return 302 http://web.test:${httpPort}/plain; }
  }
}
`;
}
