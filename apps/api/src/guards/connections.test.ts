import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import type { ServerDependencies } from '../app.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

describe('the connections of a client', () => {
  async function open(port: number, count: number, localAddress = '127.0.0.1'): Promise<Socket[]> {
    const sockets = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port, localAddress }));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.on('error', () => {});
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    return sockets;
  }

  async function listening(variables: Record<string, string>, dependencies: Partial<ServerDependencies> = {}) {
    const { app, metrics } = await testServer(variables, dependencies);
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const count = async () => {
      const told = /^sonde_connections (\d+)$/m.exec((await metrics.inject('/metrics')).body)?.[1];
      const connections = await new Promise((resolve) => app.server.getConnections((_error, found) => resolve(found)));
      expect(Number(told)).toBe(connections);
      return connections;
    };
    return { port: Number(port), count };
  }

  it('are limited, so that no client can hold all of them, and count no longer once closed', async () => {
    const { port, count } = await listening({});
    const sockets = await open(port, 128);
    await eventually(async () => expect(await count()).toBe(128));
    const [more] = await open(port, 1);
    if (more !== undefined) await once(more, 'close');
    for (const socket of sockets.slice(0, 2)) socket.destroy();
    await eventually(async () => expect(await count()).toBe(126));
    await open(port, 2);
    await eventually(async () => expect(await count()).toBe(128));
  });

  it('are not limited for a trusted proxy, nor if clients are not limited', async () => {
    for (const variables of [{ SONDE_TRUST_PROXY: '127.0.0.0/8' }, { SONDE_RATE_LIMIT: 'off' }]) {
      const { port, count } = await listening(variables);
      await open(port, 150);
      await eventually(async () => expect(await count()).toBe(150));
    }
  });

  const closedOf = (sockets: readonly Socket[]) => sockets.map((socket) => socket.closed);

  /** The status of a call on a new connection; null if the server closed it without an answer. */
  async function visit(port: number, localAddress: string): Promise<number | null> {
    const [socket] = await open(port, 1, localAddress);
    let heard = '';
    socket?.on('data', (chunk) => {
      heard += chunk;
    });
    socket?.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    if (socket !== undefined && !socket.closed) await new Promise((resolve) => socket.once('close', resolve));
    return heard === '' ? null : Number(heard.split(' ')[1]);
  }

  it('when all are taken, a new one closes the oldest idle one of the client with the most', async () => {
    const tools = fakeToolbox();
    const { port, count } = await listening({}, { maxConnections: 12, toolbox: tools.toolbox });
    const few = await open(port, 3, '127.0.0.3');
    const many = await open(port, 9, '127.0.0.9');
    await eventually(async () => expect(await count()).toBe(12));
    // The oldest one is waiting for an answer.
    many[0]?.write(`GET ${COUNTDOWN}?host=a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    const { end } = await tools.run(0);
    for (const socket of [...few, ...many]) socket.resume();
    expect(await visit(port, '127.0.0.1')).toBe(200);
    await eventually(() => expect(closedOf(many).filter(Boolean)).toHaveLength(1));
    expect(closedOf(many).slice(0, 2)).toEqual([false, true]);
    expect(closedOf(few)).toEqual([false, false, false]);
    end({ steps: 1 });
  });

  inLongSet(it)('held idle by 17 clients are available to everybody else', async () => {
    const { port, count } = await listening({}, { maxConnections: 200 });
    const clients = Array.from({ length: 17 }, (_, index) => `127.84.0.${index + 1}`);
    const held = (await Promise.all(clients.map((client) => open(port, 13, client)))).flat();
    for (const socket of held) socket.resume();
    await eventually(async () => expect(await count()).toBe(200));
    const visits = await Promise.all(Array.from({ length: 16 }, (_, index) => visit(port, `127.85.0.${index + 1}`)));
    expect(visits).toEqual(Array(16).fill(200));
    // No more were closed than needed: the 21 above the limit, and one for each of the 16 visitors.
    expect(closedOf(held).filter(Boolean).length).toBeLessThanOrEqual(21 + 16);
  });
});
