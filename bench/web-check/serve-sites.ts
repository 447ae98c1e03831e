/**
 * The servers of the bench, in a process of their own so that its relays do not share an event loop with what is measured.
 * Prints one line of JSON (`ServedSites`) when they are ready, and ends when its standard input is closed.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDelayProxy, startSiteLab, startTlsLab, type TlsServer } from '@sonde/lab';
import { redirectLines } from './redirect-sites.ts';
import type { Place, ServedSites } from './served-sites.ts';
import { fieldLines } from './sites-with-fields.ts';

/** A resolver at the usual port, which is the only one that the resolver library of curl asks. */
const RESOLVER = '127.0.53.99';
const DNS_PORT = 53;
const HEADER_OCTETS = 12;
const A = 1;

const ONE_WAY_MS = Number(process.argv[2] ?? 0);
const owned: { stop(): Promise<void> }[] = [];
const stop = async (code: number): Promise<never> => {
  await Promise.allSettled(owned.map((part) => part.stop()));
  process.exit(code);
};
process.once('SIGTERM', () => stop(0));
process.stdin.on('close', () => stop(0)).resume();

const portOf = (address: string) => Number(address.split(':').at(-1));

async function farAway({ host, port, address }: TlsServer, scheme: Place['scheme'] = 'https'): Promise<Place> {
  const proxy = await startDelayProxy({ target: address, delayMs: ONE_WAY_MS });
  owned.push(proxy);
  return { scheme, host, port, delayedPort: portOf(proxy.address) };
}

/** Every name has the address 127.0.0.1, after a round trip; false if the port is not to be had. */
async function serveNames(): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const type = query.readUInt16BE(query.indexOf(0, HEADER_OCTETS) + 1);
    setTimeout(() => socket.send(replyTo(query, type), port, address), 2 * ONE_WAY_MS);
  });
  const bound = once(socket, 'listening').then(
    () => true,
    () => false,
  );
  socket.bind(DNS_PORT, RESOLVER);
  return bound;
}

/** The question as it was asked, and one address for an A question (RFC 1035 section 4.1). */
function replyTo(query: Buffer, type: number): Buffer {
  const question = query.subarray(HEADER_OCTETS, query.indexOf(0, HEADER_OCTETS) + 5);
  const header = Buffer.alloc(HEADER_OCTETS);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(type === A ? 1 : 0, 6);
  const answer = type === A ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]) : Buffer.alloc(0);
  return Buffer.concat([header, question, answer]);
}

try {
  const [tls, sites] = await Promise.all([startTlsLab(), startSiteLab()]);
  owned.push(tls, sites);
  const hasNames = await serveNames();
  const [apache, caddy, haproxy] = await Promise.all([
    tls.startProgram('apache'),
    tls.startProgram('caddy'),
    tls.startProgram('haproxy'),
  ]);
  const [behindQuic, behindRetry] = await Promise.all([tls.start('nginx-modern'), tls.start('nginx-legacy')]);
  await tls.startQuic('ngtcp2', behindQuic.port);
  await tls.startQuic('ngtcp2-retry', behindRetry.port);
  const plain = await sites.start('nginx');
  const redirects = await sites.start('nginx', redirectLines(plain));
  const fields = await Promise.all(
    Object.entries(fieldLines).map(async ([name, https]) => [name, (await sites.start('nginx', { https })).httpsPort]),
  );
  const anchors = join(tls.directory, 'anchors.pem');
  writeFileSync(anchors, readFileSync(tls.caFile, 'utf8') + readFileSync(sites.authority, 'utf8'));
  const served: ServedSites = {
    anchors,
    resolver: hasNames ? RESOLVER : null,
    programs: {
      apache: await farAway(apache),
      caddy: await farAway(caddy),
      haproxy: await farAway(haproxy),
      ngtcp2: await farAway(behindQuic),
      'ngtcp2-retry': await farAway(behindRetry),
      http: await farAway(
        { host: 'plain.web.test', port: plain.httpPort, address: `127.0.0.1:${plain.httpPort}` },
        'http',
      ),
    },
    redirects,
    fields: Object.fromEntries(fields),
  };
  process.stdout.write(`${JSON.stringify(served)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  await stop(1);
}
