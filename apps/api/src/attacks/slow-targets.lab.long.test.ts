import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startTlsLab, startWhoisServer, type TlsLab, whoisBehaviours, whoisRecords } from '@sonde/lab';
import { createNodeNet } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const VISITOR = '203.0.113.7';
const LOOKUPS_EACH = 4;

let tls: TlsLab;
beforeAll(async () => {
  tls = await startTlsLab();
});
afterAll(() => tls?.stop());

/** Accepts connections on every loopback address and never replies; counts connections and disconnects. */
async function silentServer() {
  let connections = 0;
  let givenUp = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => socket.destroy()).resume();
    socket.on('close', () => {
      givenUp += 1;
    });
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections, givenUp: () => givenUp };
}

/** The server with its real tools and limits. */
async function server(whoisPort = 9) {
  const net = createNodeNet({
    resolvers: [{ address: '127.0.0.1', port: 9 }],
    allowNetworks: ['127.0.0.0/8'],
    denyTargets: [],
    allowPorts: [{ from: 1024, to: 65_535 }],
  });
  onTestFinished(() => net.close());
  const registries = {
    ...noData.registries,
    whoisStart: { host: '127.0.0.1', port: whoisPort, isOperators: true as const },
    findRdapServer: async () => null,
  };
  const { app } = await testServer({ SONDE_RATE_LIMIT: '600/60s' }, { net, data: { ...noData, registries } });
  /** Calls of many clients, each with as many at a time as permitted. */
  const crowd = (clients: number, path: (number: number) => string) =>
    Array.from({ length: clients * LOOKUPS_EACH }, (_, number) =>
      app.inject({ url: path(number), remoteAddress: `198.51.100.${Math.floor(number / LOOKUPS_EACH) + 1}` }),
    );
  const visit = (path: string) => app.inject({ url: path, remoteAddress: VISITOR });
  return { crowd, visit };
}

const sslPath = (domain: string) => `/api/v2/sslInfo?domain=${domain}`;

describe('silent TLS servers', () => {
  it.each([6, 14])('that %i clients check do not prevent a visitor from checking another', async (clients) => {
    const healthy = (await tls.serve(['ecdsa'])).ecdsa.address;
    const silent = await silentServer();
    const { crowd, visit } = await server();
    const attack = crowd(clients, (number) => sslPath(`127.82.0.${number + 1}:${silent.port}`));
    // At least as many as the tool has slots.
    await eventually(() => expect(silent.connections()).toBeGreaterThanOrEqual(24));
    const startedAtMs = performance.now();
    const visited = await visit(sslPath(healthy));
    expect(visited.json()).toMatchObject({ success: true });
    // These checks have a budget of 20 s and end within it.
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    const statuses = new Set((await Promise.all(attack)).map(({ statusCode }) => statusCode));
    expect(statuses).not.toContain(200);
  });
});

describe('silent registries', () => {
  it('that three clients query keep no visitor waiting', async () => {
    const silent = await silentServer();
    const registry = await startWhoisServer((socket, name) =>
      whoisBehaviours.answer(whoisRecords.denicRecord(name))(socket, name),
    );
    onTestFinished(() => registry.stop());
    const root = await startWhoisServer((socket, name) => {
      const number = /\.dead([a-z])$/.exec(name)?.[1]?.charCodeAt(0);
      const server = number === undefined ? `127.0.0.1:${registry.port}` : `127.83.0.${number}:${silent.port}`;
      const suffix = name.slice(name.lastIndexOf('.') + 1);
      whoisBehaviours.answer(whoisRecords.referral(suffix, server))(socket, name);
    });
    onTestFinished(() => root.stop());
    const { crowd, visit } = await server(root.port);
    const whoisPath = (domain: string) => `/api/v2/whois?ipOrDomain=${domain}`;
    expect((await visit(whoisPath('first.test'))).json()).toMatchObject({ success: true });
    const attack = crowd(3, (number) => whoisPath(`name.dead${String.fromCharCode(97 + number)}`));
    await eventually(() => expect(silent.connections()).toBeGreaterThanOrEqual(4));
    const visited = await visit(whoisPath('second.test'));
    expect(visited.json()).toMatchObject({ success: true });
    // The visitor was answered while all others were still waiting.
    expect(silent.givenUp()).toBe(0);
    await Promise.all(attack);
  });
});
