import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { startMaliciousNameServer } from '@sonde/lab';
import { createNodeNet } from '@sonde/probes';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { testConfig, testServer } from '../testing/test-server.ts';

/** Twenty types, the most that a lookup asks for, each with an answer of 64 kB. */
const TYPES = Array.from({ length: 20 }, (_, index) => `TYPE${65_280 + index}`);
const CALL = `/api/v2/dnsRecords?domain=big.example&type=${TYPES.join(',')}`;
const MB = 1_000_000;

/** A server whose resolver answers with as much as a DNS message can hold. */
async function server(more: Record<string, string> = {}) {
  const resolver = await startMaliciousNameServer('truncated-tcp-huge');
  onTestFinished(() => resolver.stop());
  const variables = { SONDE_RESOLVERS: resolver.address, SONDE_ALLOW_NETWORKS: '127.0.0.0/8', ...more };
  const net = createNodeNet(testConfig(variables).net);
  onTestFinished(() => net.close());
  const started = await testServer(variables, { net });
  await started.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = started.app.server.address() as AddressInfo;
  return { ...started, port };
}

/**
 * A client that requests the answer on a connection of its own, and reads nothing of it. `times`: how often, which is more
 * than the buffers of the operating system hold for both ends.
 */
async function withoutReading(port: number, times = 16, accept = '*/*'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${CALL} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: ${accept}\r\n\r\n`.repeat(times));
  return socket;
}

/** Everything that arrives until the server closes the connection, or the answer is there. */
function readAll(socket: Socket): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    const done = () => resolve(text);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.length > 0.9 * MB || text.includes('rate-limited')) done();
    });
    socket.on('close', done);
    socket.resume();
  });
}

describe('a large answer', () => {
  it('has at most 1 MB, names what is missing, and is judged by all of it', async () => {
    const { app } = await server();
    const answered = await app.inject(CALL);
    expect(answered.statusCode).toBe(200);
    const bytes = Buffer.byteLength(answered.body);
    expect(bytes).toBeLessThanOrEqual(MB);
    expect(bytes).toBeGreaterThan(0.9 * MB);
    const { records, gaps, findings } = answered.json()._data;
    expect(gaps).toEqual(TYPES.map((part) => ({ part, code: 'left-out' })));
    expect(records.map(({ recordName }: { readonly recordName: string }) => recordName)).toEqual(TYPES);
    expect(JSON.stringify(findings)).not.toContain('left-out');
    const refused = await app.inject(`${CALL},TYPE65400`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      "'type' must be record types such as MX or TYPE65280, 20 at most.",
    ]);
  });

  it.each(firstOf(1, ['application/json', 'text/event-stream']))(
    'is sent sixteen times at once to one client, joined answers included, and to others as well (%s)',
    async (accept) => {
      const { app, port } = await server({ SONDE_RATE_LIMIT: '1000/60s', SONDE_TRUST_PROXY: '127.0.0.1' });
      const sockets = await Promise.all(Array.from({ length: 40 }, () => withoutReading(port, 1, accept)));
      const received = sockets.map((socket) => readAll(socket));
      const other = await app.inject({ url: CALL, headers: { 'x-forwarded-for': '198.51.100.7' } });
      expect(other.statusCode).toBe(200);
      const all = await Promise.all(received);
      const large = all.filter((text) => text.length > 0.9 * MB);
      expect(large.length).toBeGreaterThanOrEqual(16);
      expect(large.length).toBeLessThan(all.length);
      const refused = all.filter((text) => text.length < MB / 10);
      expect(refused.every((text) => text.includes('Too many large answers are on the way to you.'))).toBe(true);
      expect(large.length + refused.length).toBe(all.length);
    },
  );

  it('is not kept for a client that takes nothing of it: its connection is closed after some seconds', async () => {
    const { app, port } = await server({ SONDE_RATE_LIMIT: '1000/60s' });
    const closed: number[] = [];
    const begunAtMs = performance.now();
    app.server.on('connection', (socket: Socket) =>
      socket.once('close', () => closed.push(performance.now() - begunAtMs)),
    );
    for (let index = 0; index < 4; index += 1) await withoutReading(port);
    await eventually(() => expect(closed).toHaveLength(4));
    expect(Math.max(...closed)).toBeLessThan(30_000);
  });

  inLongSet(it)('is read whole by a client that is slow', async () => {
    const { port } = await server();
    const socket = await withoutReading(port, 1);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 100).unref();
    });
    socket.resume();
    await eventually(() => expect(bytes).toBeGreaterThan(0.9 * MB));
  });
});
