import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from '../free-port.ts';
import type { Workplace } from '../workplace.ts';
import type { Certificates } from './certificates.ts';

/** lighttpd with wolfSSL, whose HelloRetryRequest names no group to a client that sends no key. */
export async function startWolfsslServer(
  workplace: Workplace,
  certificates: Certificates,
): Promise<{ host: string; port: number }> {
  const { host, chainFile, keyFile } = await certificates.make('rsa');
  return onFreePort(async (port) => {
    const file = join(workplace.directory, `lighttpd-${port}.conf`);
    await writeFile(
      file,
      `server.modules = ("mod_wolfssl")
server.bind = "127.0.0.1"
server.port = ${port}
server.document-root = "${workplace.directory}"
ssl.engine = "enable"
ssl.pemfile = "${chainFile}"
ssl.privkey = "${keyFile}"
`,
    );
    await workplace.start('lighttpd', ['-D', '-f', file], /server started/);
    return { host, port };
  });
}
