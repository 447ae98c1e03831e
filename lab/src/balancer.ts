import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from './free-port.ts';
import { openWorkplace } from './workplace.ts';

/** nginx, in front of servers. */
export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx with a site of the reader's: its `server 127.0.0.1:3000` lines become one for each of `ports`, and it
 * listens on a free port of 127.0.0.1 instead of 80.
 */
export async function startBalancer(site: string, ports: readonly number[]): Promise<Balancer> {
  const workplace = await openWorkplace();
  try {
    return await onFreePort(async (port) => {
      const upstreams = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join('\n  ');
      const adapted = site
        .replace(/server 127\.0\.0\.1:3000[^;]*;/, upstreams)
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replace('listen [::]:80;', '');
      const file = join(workplace.directory, 'nginx.conf');
      await writeFile(file, `${frame}http {\naccess_log off;\n${temporary}\n${adapted}\n}\n`);
      await workplace.start('nginx', ['-p', workplace.directory, '-c', file, '-e', 'stderr'], /event method/);
      return { url: `http://127.0.0.1:${port}`, stop: () => workplace.close() };
    });
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

/** One process: whoever kills it leaves no workers behind. */
const frame =
  'daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr notice;\nevents { worker_connections 4096; }\n';
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `${name}_temp_path ${name};`)
  .join('\n');
