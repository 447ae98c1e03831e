import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workplace } from '../../processes/workplace.ts';
import type { ServedCertificate } from '../certificates/certificates.ts';

/** One port of nginx at one address, or one name there. */
export interface NginxSite {
  /** Default: 127.0.0.1. */
  readonly address?: string;
  readonly port: number;
  /** The only server name; default: every name, and clients without one. */
  readonly name?: string;
  /** Different key types. */
  readonly certificates: readonly ServedCertificate[];
  /** Further lines of the `server` block. */
  readonly lines?: readonly string[];
}

/**
 * Starts one nginx that listens on all these ports and accepts even weak certificates. It is a single process, so that
 * killing it ends it completely.
 */
export async function startNginx(workplace: Workplace, name: string, sites: readonly NginxSite[]): Promise<void> {
  // Otherwise nginx would start, and use the certificate of the first site for all sites of a port.
  const places = sites.map(({ address, port, name }) => [address, port, name].join(' '));
  if (new Set(places).size < sites.length) throw new Error('two sites of nginx on one address and port');
  const directory = join(workplace.directory, name);
  await mkdir(directory);
  const config = join(directory, 'nginx.conf');
  await writeFile(config, configuration(directory, sites));
  await workplace.start('nginx', ['-p', directory, '-c', config, '-e', 'stderr'], /event method/);
}

function configuration(directory: string, sites: readonly NginxSite[]): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(directory, name)};`,
  );
  return `daemon off;
master_process off;
pid ${join(directory, 'nginx.pid')};
error_log stderr notice;
events { worker_connections 1024; }
http {
  access_log off;
${paths.join('\n')}
  ssl_session_cache shared:sessions:1m;
${sites.map(siteBlock).join('\n')}
}
`;
}

function siteBlock({ address = '127.0.0.1', port, name, certificates, lines = [] }: NginxSite): string {
  const staple = certificates.find(({ stapleFile }) => stapleFile !== null)?.stapleFile;
  return `  server {
    listen ${address}:${port} ssl${name === undefined ? ' default_server' : ''};
${name === undefined ? '' : `    server_name ${name};`}
${certificates.map(({ chainFile, keyFile }) => `    ssl_certificate ${chainFile};\n    ssl_certificate_key ${keyFile};`).join('\n')}
${staple ? `    ssl_stapling on;\n    ssl_stapling_file ${staple};` : ''}
${lines.map((line) => `    ${line};`).join('\n')}
    return 204;
  }`;
}
