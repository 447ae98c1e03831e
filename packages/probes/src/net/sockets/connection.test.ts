import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askedType, createStage, openSockets, reasonOf, replyTo } from '../../testing/scripted-dns-server.ts';
import type { Connection } from '../net.ts';
import { createNodeNet, type NodeNet } from '../node-net.ts';

const limits = { connectTimeoutMs: 2000, maxBytes: 1000 };
const never = new AbortController().signal;
const A = 1;

const tls = (host: string, port: number) => ({ host, port, service: 'tls' }) as const;
const everyPort = [{ from: 1, to: 65_535 }];

const stage = createStage();
afterEach(async () => {
  stage.clear();
  await vi.waitFor(() => expect(openSockets()).toEqual([]));
});

async function listen(serve: (socket: Socket) => void, host = '127.0.0.1', port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  stage.own({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port of a process that does not accept: while its backlog is full, the kernel does not respond. */
async function listenSilently(forMs = Infinity): Promise<number> {
  const script = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${forMs});
  });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  stage.own({ close: () => child.kill('SIGKILL') });
  const [text] = await once(child.stdout, 'data');
  return Number(text);
}

/** A network layer in which every name resolves to these IPv4 addresses. */
async function netFor(addresses: readonly string[] = ['127.0.0.1']): Promise<NodeNet> {
  const server = await stage.serve({
    udp: ({ bytes, reply }) => {
      const answers = addresses.map((address) => Buffer.from(address.split('.').map(Number)));
      reply(replyTo(bytes, askedType(bytes) === A ? { answers } : {}));
    },
  });
  return stage.own(
    createNodeNet({ resolvers: [server], allowNetworks: ['127.0.0.0/8'], denyTargets: [], allowPorts: everyPort }),
  );
}

async function readAll(connection: Connection): Promise<string> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await connection.read(); chunk !== null; chunk = await connection.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a connection', () => {
  it('writes, reads until the end of the stream, and reports its address', async () => {
    const port = await listen((socket) => socket.on('data', (data) => socket.end(`received ${data}`)));
    const connection = await (await netFor()).connect(tls('a.example', port), limits, never);
    expect(connection.address).toEqual({ address: '127.0.0.1', family: 4 });
    await connection.write(Buffer.from('hello'));
    expect(await readAll(connection)).toBe('received hello');
    expect(await connection.read()).toBeNull();
    connection.close();
  });

  it('may receive as much as allowed, and not one octet more', async () => {
    const port = await listen((socket) => socket.end('x'.repeat(1000)));
    const net = await netFor();
    const open = () => net.connect(tls('127.0.0.1', port), limits, never);
    expect(await readAll(await open())).toHaveLength(1000);
    const tight = await net.connect(tls('127.0.0.1', port), { ...limits, maxBytes: 999 }, never);
    expect(await reasonOf(readAll(tight))).toBe('too-large');
  });

  it('slows down a sender that is faster than the reader', async () => {
    let sender: Socket | undefined;
    const port = await listen((socket) => {
      sender = socket;
      const chunk = Buffer.alloc(1024 * 1024);
      const send = () => {
        while (socket.write(chunk));
      };
      socket.on('drain', send);
      send();
    });
    const connection = await (await netFor()).connect(tls('127.0.0.1', port), { ...limits, maxBytes: 1e9 }, never);
    await connection.read();
    // The kernel's buffers hold some megabytes; without backpressure the server would keep sending.
    let before = -1;
    await vi.waitFor(
      () => {
        const written = sender?.bytesWritten ?? 0;
        const isStill = written === before;
        before = written;
        expect(isStill).toBe(true);
      },
      { interval: 100, timeout: 5000 },
    );
    connection.close();
  });

  it('distinguishes a reset from the end of the stream', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const connection = await (await netFor()).connect(tls('127.0.0.1', port), limits, never);
    await connection.write(Buffer.from('x'));
    expect(await reasonOf(readAll(connection))).toBe('reset');
    expect(await reasonOf(connection.write(Buffer.from('x')))).not.toBe('too-large');
  });

  it('survives an error while no read or write is waiting', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const connection = await (await netFor()).connect(tls('127.0.0.1', port), limits, never);
    await connection.write(Buffer.from('x'));
    await vi.waitFor(() => expect(openSockets().filter((kind) => kind === 'TCPSocketWrap')).toEqual([]));
    connection.close();
  });

  it('fails with the reason of the signal, during and after a read', async () => {
    const caller = new AbortController();
    const port = await listen((socket) => socket.once('data', () => caller.abort('enough')));
    const connection = await (await netFor()).connect(tls('127.0.0.1', port), limits, caller.signal);
    await connection.write(Buffer.from('x'));
    await expect(connection.read()).rejects.toBe('enough');
    await expect(connection.read()).rejects.toBe('enough');
    await expect(connection.write(Buffer.from('x'))).rejects.toBe('enough');
  });

  it('ends when it or the network layer is closed', async () => {
    const port = await listen(() => {});
    const net = await netFor();
    const [one, two] = await Promise.all([1, 2].map(() => net.connect(tls('127.0.0.1', port), limits, never)));
    const reading = one?.read() ?? Promise.resolve(null);
    one?.close();
    expect(await reasonOf(reading)).toBe('reset');
    const other = two?.read() ?? Promise.resolve(null);
    net.close();
    expect(await reasonOf(other)).toBe('unreachable');
  });
});

describe('connecting', () => {
  it('is refused before a packet is sent', async () => {
    let connections = 0;
    const port = await listen(() => {
      connections += 1;
    });
    const server = await stage.serve({
      udp: ({ bytes, reply }) =>
        reply(replyTo(bytes, askedType(bytes) === A ? { answers: [Buffer.of(127, 0, 0, 1)] } : {})),
    });
    const net = stage.own(
      createNodeNet({ resolvers: [server], allowNetworks: [], denyTargets: [], allowPorts: everyPort }),
    );
    for (const host of ['a.example', '127.0.0.1', '127.1', 'localhost', '::1', '::ffff:127.0.0.1']) {
      expect(await reasonOf(net.connect(tls(host, port), limits, never))).toBe('special-use');
    }
    expect(connections).toBe(0);
  });

  it('is refused for a port that does not belong to the service, before any DNS query', async () => {
    const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
    const net = stage.own(createNodeNet({ resolvers: [server], allowNetworks: [], denyTargets: [], allowPorts: [] }));
    expect(await reasonOf(net.connect(tls('a.example', 80), limits, never))).toBe('not-allowed-port');
    expect(await reasonOf(net.connect(tls('127.0.0.1', 80), limits, never))).toBe('not-allowed-port');
    expect(server.queries).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', 'whois', 'whois.internal'])(
    'to %s of the operator passes the guard',
    async (host) => {
      const port = await listen((socket) => socket.end('here'));
      const server = await stage.serve({
        udp: ({ bytes, reply }) =>
          reply(replyTo(bytes, askedType(bytes) === A ? { answers: [Buffer.of(127, 0, 0, 1)] } : {})),
      });
      const denyTargets = ['127.0.0.0/8', 'whois.internal'];
      const net = stage.own(createNodeNet({ resolvers: [server], allowNetworks: [], denyTargets, allowPorts: [] }));
      const connection = await net.connect({ host, port, isOperators: true }, limits, never);
      expect(await readAll(connection)).toBe('here');
      expect(connection.address.address).toBe('127.0.0.1');
    },
  );

  it('to the operator’s endpoint needs an address as well', async () => {
    const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
    const net = stage.own(createNodeNet({ resolvers: [server], allowNetworks: [], denyTargets: [], allowPorts: [] }));
    const endpoint = { host: 'whois.internal', port: 43, isOperators: true } as const;
    expect(await reasonOf(net.connect(endpoint, limits, never))).toBe('no-address');
  });

  it('resolves only once, so that a later answer makes no difference', async () => {
    const addresses = ['127.0.0.1'];
    const port = await listen((socket) => socket.end('first'));
    await listen((socket) => socket.end('second'), '127.0.0.2', port);
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        if (askedType(bytes) !== A) return reply(replyTo(bytes));
        reply(replyTo(bytes, { answers: addresses.map((address) => Buffer.from(address.split('.').map(Number))) }));
        addresses[0] = '127.0.0.2';
      },
    });
    const net = stage.own(
      createNodeNet({ resolvers: [server], allowNetworks: ['127.0.0.1/32'], denyTargets: [], allowPorts: everyPort }),
    );
    const connection = await net.connect(tls('a.example', port), limits, never);
    expect(await readAll(connection)).toBe('first');
    expect(server.queries).toHaveLength(2);
  });

  it('to a closed port is connection-refused', async () => {
    const port = await listen(() => {});
    stage.clear();
    expect(await reasonOf((await netFor()).connect(tls('127.0.0.1', port), limits, never))).toBe('connection-refused');
  });

  it('tries the next address after a refusal', async () => {
    const port = await listen((socket) => socket.end('here'), '127.0.0.2');
    const net = await netFor(['127.0.0.1', '127.0.0.2']);
    const connection = await net.connect(tls('a.example', port), limits, never);
    expect(connection.address.address).toBe('127.0.0.2');
    connection.close();
  });

  it('tries another address beside a silent one, and times out if there is none', async () => {
    const port = await listenSilently();
    const net = await netFor(['127.0.0.1', '127.0.0.2']);
    // These two fill the backlog.
    for (const _ of [1, 2]) await net.connect(tls('127.0.0.1', port), limits, never);
    const short = { ...limits, connectTimeoutMs: 400 };
    expect(await reasonOf(net.connect(tls('127.0.0.1', port), short, never))).toBe('timeout');
    await listen((socket) => socket.end('here'), '127.0.0.2', port);
    const connection = await net.connect(tls('a.example', port), limits, never);
    expect(connection.address.address).toBe('127.0.0.2');
    connection.close();
  });

  it('waits for a slow address when another has refused', async () => {
    const port = await listenSilently(700);
    const net = await netFor(['127.0.0.1', '127.0.0.2']);
    for (const _ of [1, 2]) await net.connect(tls('127.0.0.1', port), limits, never);
    const connection = await net.connect(tls('a.example', port), limits, never);
    expect(connection.address.address).toBe('127.0.0.1');
    connection.close();
  });

  it('fails with the reason of the signal', async () => {
    const port = await listenSilently();
    const net = await netFor();
    for (const _ of [1, 2]) await net.connect(tls('127.0.0.1', port), limits, never);
    const caller = new AbortController();
    const connecting = net.connect(tls('127.0.0.1', port), limits, caller.signal);
    await vi.waitFor(() => expect(openSockets()).toContain('TCPSocketWrap'));
    caller.abort('enough');
    await expect(connecting).rejects.toBe('enough');
  });
});
