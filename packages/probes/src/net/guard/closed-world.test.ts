import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { startMaliciousNameServer } from '@sonde/lab';
import { afterEach, describe, expect, it } from 'vitest';
import type { NetFailure, PingSession } from '../net.ts';
import { createNodeNet, type NodeNet } from '../node-net.ts';
import type { ClosedWorld } from './closed-world.ts';

const never = new AbortController().signal;
const limits = { connectTimeoutMs: 2000, maxBytes: 1000 };
const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function listen(): Promise<number> {
  const server: Server = createServer((socket) => socket.on('error', () => {}).end());
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function netIn(closedWorld: Partial<ClosedWorld> | null): NodeNet {
  const world = closedWorld && { endpoints: [], pings: [], handshakes: {}, nameServerPort: null, ...closedWorld };
  const net = createNodeNet({
    ...{ resolvers: [], denyTargets: [], allowPorts: [{ from: 1, to: 65_535 }] },
    allowNetworks: ['127.0.0.0/8'],
    closedWorld: world,
  });
  opened.push(net);
  return net;
}

const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'reached',
    (error: NetFailure) => error.reason,
  );

const tls = (host: string, port: number) => ({ host, port, service: 'tls' }) as const;

describe('a closed world', () => {
  it('allows its own endpoints, and nothing else on the same machine', async () => {
    const [inside, outside] = await Promise.all([listen(), listen()]);
    const net = netIn({ endpoints: [`127.0.0.1:${inside}`] });
    expect(await reasonOf(net.connect(tls('127.0.0.1', inside), limits, never))).toBe('reached');
    expect(await reasonOf(net.connect(tls('127.0.0.1', outside), limits, never))).toBe('outside-demo');
    expect(await reasonOf(netIn(null).connect(tls('127.0.0.1', outside), limits, never))).toBe('reached');
  });

  it('refuses every public address, even one from the configuration', async () => {
    const net = netIn({ endpoints: ['127.0.0.1:1'] });
    expect(await reasonOf(net.connect(tls('8.8.8.8', 443), limits, never))).toBe('outside-demo');
    const operators = { host: '8.8.8.8', port: 443, isOperators: true } as const;
    expect(await reasonOf(net.connect(operators, limits, never))).toBe('outside-demo');
    const fetched = net.fetch('https://8.8.8.8/', { timeoutMs: 2000, maxBytes: 10, maxRedirects: 0 }, never);
    expect(await reasonOf(fetched)).toBe('outside-demo');
  });

  it('still resolves names to public addresses, which contacts nobody', async () => {
    expect(await netIn({}).resolve('8.8.8.8', never)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it('asks its own name servers at their port, and no others', async () => {
    const server = await startMaliciousNameServer('answer');
    opened.push({ close: () => server.stop() });
    const question = { name: 'www.example.com', type: 1 };
    const net = netIn({ endpoints: [`127.0.0.1:${server.port}`], nameServerPort: server.port });
    expect((await net.askAt('127.0.0.1', question, never)).message.answers[0]?.fields).toEqual(['192.0.2.1']);
    expect(await reasonOf(net.askAt('127.0.0.2', question, never))).toBe('outside-demo');
    expect(await reasonOf(net.askAt('198.41.0.4', question, never))).toBe('outside-demo');
    const atUsualPort = netIn({ endpoints: [`127.0.0.1:${server.port}`] });
    expect(await reasonOf(atUsualPort.askAt('127.0.0.1', question, never))).toBe('outside-demo');
  });

  it('pings its own hosts, those in `handshakes` at their port', async () => {
    const port = await listen();
    const net = netIn({ handshakes: { '127.0.0.1': port } });
    const sessions: PingSession[] = [];
    const events: string[] = [];
    const listener = {
      onSession: (session: PingSession) => void sessions.push(session),
      onEvent: ({ kind }: { kind: string }) => void events.push(kind),
    };
    const plan = { count: 1, intervalMs: 1000, budgetMs: 4000 };
    await net.ping({ host: '127.0.0.1', ...plan }, listener, never);
    expect(sessions).toMatchObject([{ method: 'tcp' }]);
    expect(events).toEqual(['sent', 'reply']);
    for (const host of ['8.8.8.8', '127.0.0.2']) {
      expect(await reasonOf(net.ping({ host, ...plan }, listener, never))).toBe('outside-demo');
    }
  });
});
