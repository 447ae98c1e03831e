import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { onFreePort } from '../../processes/free-port.ts';
import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { NAMESPACE_PORT, startInNamespace } from '../servers/namespace.ts';
import { type Program, untilListening } from './program.ts';
import { runtimePrograms } from './runtime-programs.ts';
import { servicePrograms } from './service-programs.ts';
import { webPrograms } from './web-programs.ts';

const programs = { ...webPrograms, ...runtimePrograms, ...servicePrograms };

export type TlsProgramName = keyof typeof programs | 'botan';

interface StartedProgram {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a program in its own folder and waits until it listens. */
export async function startTlsProgram(
  workplace: Workplace,
  certificates: Certificates,
  name: TlsProgramName,
): Promise<StartedProgram> {
  if (name === 'botan') return startBotan(workplace, certificates);
  const { certificates: kinds = ['rsa'], start }: Program = programs[name];
  const made = await Promise.all(kinds.map((kind) => certificates.make(kind)));
  const [certificate] = made;
  if (certificate === undefined) throw new Error(`${name} has no certificate`);
  const backend = await startBackend();
  const port = await onFreePort(async (port) => {
    const directory = join(workplace.directory, `${name}-${port}`);
    await mkdir(directory);
    await start({ workplace, directory, port, certificate, certificates: made, backendPort: backend.port });
    await untilListening(name, port);
    return port;
  });
  return { host: certificate.host, port, stop: backend.stop };
}

/** Serves one client at a time and listens on all addresses. */
async function startBotan(workplace: Workplace, certificates: Certificates): Promise<StartedProgram> {
  const { host, chainFile, keyFile } = await certificates.make('ecdsa');
  const command = ['botan', 'tls_server', chainFile, keyFile, `--port=${NAMESPACE_PORT}`];
  return { host, ...(await startInNamespace(workplace, 'botan', command)) };
}

/** The plain-text server behind programs that only terminate TLS: gives the same answer to everything. */
async function startBackend(): Promise<{ port: number; stop(): Promise<void> }> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end('HTTP/1.0 204 No Content\r\n\r\n'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      const ended = once(server, 'close');
      server.close();
      await ended;
    },
  };
}
