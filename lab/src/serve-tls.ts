/**
 * TLS servers of the lab for development and browser tests: `tsx lab/src/serve-tls.ts [--servers a,b] [--certificates
 * c,d] [--delay-ms N]`. Prints one line of JSON when they are ready: the trust anchor, and host and port of each server
 * by its name; with a delay, also a port that reaches the same server with a delay of N ms in each direction. Ends on
 * Ctrl-C, on SIGTERM, and when a pipe on standard input is closed.
 */
import { fstatSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startDelayProxy } from './links/delay-proxy.ts';
import { certificateKinds, startTlsLab, type TlsServer, tlsServerNames } from './tls/tls-lab.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '' },
    certificates: { type: 'string', default: '' },
    'delay-ms': { type: 'string', default: '0' },
  },
});

const owned: { stop(): Promise<void> }[] = [];
async function stop(code: number): Promise<never> {
  await Promise.all(owned.map((part) => part.stop()));
  process.exit(code);
}
process.once('SIGINT', () => stop(0));
process.once('SIGTERM', () => stop(0));
const input = fstatSync(0);
if (input.isFIFO() || input.isSocket() || process.stdin.isTTY) process.stdin.on('close', () => stop(0)).resume();

/** The names of a comma-separated list. @throws Error for an unknown name. */
function known<Name extends string>(list: string, names: readonly Name[]): Name[] {
  return list.split(',').flatMap((text) => {
    if (text === '') return [];
    const name = names.find((one) => one === text);
    if (name === undefined) throw new Error(`The lab has no ${text}: ${names.join(' ')}`);
    return [name];
  });
}

async function farAway(server: TlsServer): Promise<{ delayedPort?: number }> {
  const delayMs = Number(values['delay-ms']);
  if (delayMs === 0) return {};
  const proxy = await startDelayProxy({ target: server.address, delayMs });
  owned.push(proxy);
  return { delayedPort: Number(proxy.address.split(':').at(-1)) };
}

try {
  const lab = await startTlsLab();
  owned.push(lab);
  const names = known(values.servers, tlsServerNames);
  const started = await Promise.all(names.map(async (name) => [name, await lab.start(name)] as const));
  const kinds = known(values.certificates, certificateKinds);
  const served = kinds.length > 0 ? Object.entries(await lab.serve(kinds)) : [];
  const rows = [...started, ...served].map(async ([name, server]) => {
    return [name, { host: server.host, port: server.port, ...(await farAway(server)) }] as const;
  });
  const servers = Object.fromEntries(await Promise.all(rows));
  process.stdout.write(`${JSON.stringify({ caFile: lab.caFile, servers })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  await stop(1);
}
