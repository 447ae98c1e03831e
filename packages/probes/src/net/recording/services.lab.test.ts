import { readFileSync } from 'node:fs';
import type { Evidence } from '@sonde/contract/evidence/evidence';
import { type RegistryLab, startRegistryLab, startWebLab, type WebLab } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { askedType, createStage, replyTo } from '../../testing/scripted-dns-server.ts';
import type { Net } from '../net.ts';
import { createNodeNet } from '../node-net.ts';
import { recording } from './recording.ts';

const never = new AbortController().signal;
const limits = { timeoutMs: 10_000, maxBytes: 100_000, maxRedirects: 3 };
const stage = createStage();
let web: WebLab;
let registry: RegistryLab;
beforeAll(async () => {
  [web, registry] = await Promise.all([startWebLab(), startRegistryLab()]);
});
afterAll(() => Promise.all([web?.stop(), registry?.stop()]));
afterEach(() => stage.clear());

/** Records one use of the network; every name resolves to this machine. */
async function record(use: (net: Net) => Promise<unknown>): Promise<Evidence> {
  const resolver = await stage.serve({
    udp: ({ bytes, reply }) =>
      reply(replyTo(bytes, askedType(bytes) === 1 ? { answers: [Buffer.of(127, 0, 0, 1)] } : {})),
  });
  const settings = { resolvers: [resolver], allowNetworks: ['127.0.0.0/8'], denyTargets: [], allowPorts: [] };
  const plain = stage.own(createNodeNet({ ...settings, trustAnchors: [readFileSync(web.authority, 'utf8')] }));
  const { net, finish } = recording(plain);
  await use(net);
  return finish();
}

const of = (evidence: Evidence, service: string) => evidence.exchanges.filter((one) => one.service === service);
const textOf = ({ pieces }: Evidence['exchanges'][number], way: 'out' | 'in') =>
  pieces
    .filter(({ direction }) => direction === way)
    .map(({ octets }) => Buffer.from(octets, 'base64').toString('latin1'))
    .join('');

describe('a web page', () => {
  test('by HTTP: request and response as on the wire', async () => {
    const evidence = await record((net) => net.fetch(`http://web.test:${web.httpPort}/`, limits, never));
    const [page, ...more] = of(evidence, 'http');
    expect(more).toEqual([]);
    expect(page).toMatchObject({ transport: 'tcp', layer: 'wire', outcome: 'answered', withheld: null });
    expect(page?.peer).toEqual({ address: '127.0.0.1', port: web.httpPort, name: 'web.test', isReplaced: false });
    if (page === undefined) throw new Error('nothing was recorded');
    expect(textOf(page, 'out')).toMatch(/^GET \/ HTTP\/1\.1\r\nHost: web\.test/);
    expect(textOf(page, 'in')).toMatch(/^HTTP\/1\.1 404 Not Found\r\nServer: nginx/);
  });

  test('by HTTPS: TLS records as on the wire, and their content, marked as plaintext', async () => {
    const evidence = await record((net) => net.fetch(`https://web.test:${web.httpsPort}/`, limits, never));
    const [wire, plaintext] = of(evidence, 'http');
    expect(wire).toMatchObject({ layer: 'wire', within: null, outcome: 'answered' });
    expect(wire?.decoded.map(({ title }) => title).slice(0, 2)).toEqual(['ClientHello', 'ServerHello']);
    expect(wire?.decoded[0]?.lines).toContain('server name: web.test');
    expect(plaintext).toMatchObject({ layer: 'plaintext', within: wire?.number, outcome: 'answered' });
    if (wire === undefined || plaintext === undefined) throw new Error('nothing was recorded');
    expect(textOf(plaintext, 'out')).toMatch(/^GET \/ HTTP\/1\.1\r\n/);
    expect(textOf(wire, 'out')).not.toContain('GET /');
  });

  test('of a service of the operator: neither address nor octets, which may contain a key', async () => {
    const url = `https://web.test:${web.httpsPort}/?key=secret-of-the-operator`;
    const evidence = await record((net) => net.fetch({ url, isOperators: true }, limits, never));
    const [wire, ...more] = of(evidence, 'http');
    expect(more).toEqual([]);
    expect(wire).toMatchObject({ outcome: 'answered', decoded: [], peer: { isReplaced: true, port: 443 } });
    expect(wire?.peer.address).toMatch(/^198\.51\.100\./);
    expect(wire?.withheld).toMatch(/may contain a key/);
    expect(wire?.bytesIn).toBeGreaterThan(100);
    expect(wire?.pieces.every(({ octets }) => octets === '')).toBe(true);
    expect(JSON.stringify(wire)).not.toMatch(/secret|web\.test|127\.0\.0\.1/);
  });

  test('at a closed port: a failed exchange', async () => {
    const evidence = await record((net) => net.fetch('http://web.test:9/', limits, never).catch(() => null));
    expect(of(evidence, 'http')).toMatchObject([{ outcome: 'failed', reason: 'connection-refused', pieces: [] }]);
  });
});

test('WHOIS: the query and the reply of the registry', async () => {
  const [host = '', port = ''] = registry.whois.split(':');
  const evidence = await record(async (net) => {
    const target = { host, port: Number(port), service: 'whois' } as const;
    const connection = await net.connect(target, { connectTimeoutMs: 2000, maxBytes: 100_000 }, never);
    await connection.write(Buffer.from('test\r\n'));
    while ((await connection.read()) !== null);
    connection.close();
  });
  const [whois] = of(evidence, 'whois');
  if (whois === undefined) throw new Error('nothing was recorded');
  expect(whois).toMatchObject({ outcome: 'answered', isCut: false });
  expect(textOf(whois, 'out')).toBe('test\r\n');
  expect(textOf(whois, 'in').length).toBe(whois.bytesIn);
});

test('a ping: an exchange for each packet', async () => {
  const evidence = await record((net) =>
    net.ping({ host: '127.0.0.1', count: 3, intervalMs: 20, budgetMs: 8000 }, { onSession() {}, onEvent() {} }, never),
  );
  const pings = of(evidence, 'ping');
  expect(pings).toHaveLength(3);
  for (const one of pings) {
    expect(one).toMatchObject({ outcome: 'answered', peer: { address: '127.0.0.1', port: null } });
    expect(one.endUs).toBeGreaterThan(one.startUs);
  }
  // Without ICMP sockets, the remaining ping method does not expose its packets.
  const isWhole = pings[0]?.withheld === null;
  const words = isWhole ? ['Echo request', 'Echo reply'] : [expect.stringMatching(/^Reply after/)];
  expect(pings[0]?.decoded.map(({ title }) => title)).toEqual(words);
});

test('octets beyond the limits are counted, and their exchanges marked as cut', async () => {
  const settings = { resolvers: [], allowNetworks: ['127.0.0.0/8'], denyTargets: [], allowPorts: [] };
  const plain = stage.own(createNodeNet(settings));
  const { net, finish } = recording(plain, { exchangeBytes: 100, totalBytes: 150, exchanges: 2, pieces: 100 });
  for (let count = 0; count < 3; count += 1) await net.fetch(`http://127.0.0.1:${web.httpPort}/`, limits, never);
  const { exchanges, leftOut, bytesKept } = finish();
  expect({ leftOut, bytesKept }).toEqual({ leftOut: 1, bytesKept: 150 });
  expect(exchanges.map(({ isCut }) => isCut)).toEqual([true, true]);
  const keptOf = ({ pieces }: Evidence['exchanges'][number]) =>
    pieces.reduce((sum, { octets }) => sum + Buffer.from(octets, 'base64').length, 0);
  expect(exchanges.map(keptOf)).toEqual([100, 50]);
  expect(exchanges[0]?.bytesIn).toBeGreaterThan(100);
});
