import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { workLimits } from '@sonde/contract/work-limits';
import { afterEach, describe, expect, test } from 'vitest';
import { attachWork, nobody } from '../../work/work.ts';
import { createWorkBudget } from '../../work/work-budget.ts';
import type { DatagramChannel, DatagramLimits, NetFailure } from '../net.ts';
import { createNodeNet, type NodeNet } from '../node-net.ts';

const some: DatagramLimits = { maxSent: 4, maxReceived: 3, maxBytes: 2000 };
const octets = Uint8Array.of(1, 2, 3);
const open: { close(): unknown }[] = [];

afterEach(() => {
  for (const one of open.splice(0).reverse()) one.close();
});

const own = <Part extends { close(): unknown }>(part: Part): Part => {
  open.push(part);
  return part;
};

function loopbackNet(): NodeNet {
  const allowPorts = [{ from: 1, to: 65_535 }];
  return own(createNodeNet({ resolvers: [], allowNetworks: ['127.0.0.0/8'], denyTargets: [], allowPorts }));
}

/** A UDP server that does this with every datagram. */
async function serve(onDatagram: (server: Socket, datagram: Buffer, port: number) => void) {
  const server = own(createSocket('udp4'));
  const heard: Buffer[] = [];
  server.on('message', (datagram, { port }) => {
    heard.push(datagram);
    onDatagram(server, datagram, port);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port, heard };
}

const connect = async (port: number, limits = some, signal = new AbortController().signal): Promise<DatagramChannel> =>
  own(await loopbackNet().openDatagrams({ host: '127.0.0.1', port, service: 'tls' }, limits, signal));

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error: NetFailure) => error.reason,
  );

describe('datagrams', () => {
  test('go to the address and come back, in order', async () => {
    const { port } = await serve((server, datagram, from) => {
      server.send(datagram, from, '127.0.0.1');
      server.send(Buffer.concat([datagram, datagram]), from, '127.0.0.1');
    });
    const channel = await connect(port);
    expect(channel.address).toEqual({ address: '127.0.0.1', family: 4 });
    await channel.send(octets);
    expect(Uint8Array.from((await channel.receive(5000)) ?? [])).toEqual(octets);
    expect(await channel.receive(5000)).toHaveLength(6);
    expect(await channel.receive(1)).toBeNull();
  });

  test('of anybody else are not received', async () => {
    const stranger = own(createSocket('udp4'));
    const { port } = await serve((server, _, from) => {
      stranger.send('stranger', from, '127.0.0.1', () => server.send('server', from, '127.0.0.1'));
    });
    const channel = await connect(port);
    await channel.send(octets);
    expect(String(await channel.receive(5000))).toBe('server');
    expect(await channel.receive(50)).toBeNull();
  });

  test('are not sent beyond the limit', async () => {
    const { port, heard } = await serve(() => {});
    const channel = await connect(port);
    for (let count = 0; count < some.maxSent; count += 1) await channel.send(octets);
    expect(await reasonOf(channel.send(octets))).toBe('work-limit');
    expect(await channel.receive(100)).toBeNull();
    expect(heard).toHaveLength(some.maxSent);
  });

  test.each([
    ['too many', { ...some, maxReceived: 3 }, 10],
    ['too many octets', { ...some, maxReceived: 1000, maxBytes: 3 * 900 }, 900],
  ])('%s end the exchange', async (_, limits, length) => {
    const { port } = await serve((server, __, from) => {
      for (let count = 0; count < 20; count += 1) server.send(Buffer.alloc(length), from, '127.0.0.1');
    });
    const channel = await connect(port, limits);
    await channel.send(octets);
    const received: number[] = [];
    const all = async () => {
      for (;;) received.push((await channel.receive(5000))?.length ?? 0);
    };
    expect(await reasonOf(all())).toBe('too-large');
    expect(received).toEqual([length, length, length]);
    expect(await reasonOf(channel.send(octets))).toBe('too-large');
  });

  test('to a closed port are refused', async () => {
    const server = createSocket('udp4');
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    await once(server, 'close');
    const channel = await connect(port);
    await channel.send(octets);
    expect(await reasonOf(channel.receive(5000))).toBe('connection-refused');
  });

  test('end with the signal, and with the network layer', async () => {
    const { port } = await serve(() => {});
    const controller = new AbortController();
    const net = loopbackNet();
    const target = { host: '127.0.0.1', port, service: 'tls' } as const;
    const first = own(await net.openDatagrams(target, some, controller.signal));
    const second = own(await net.openDatagrams(target, some, new AbortController().signal));
    const waiting = [first.receive(60_000), second.receive(60_000)];
    controller.abort(new Error('gone'));
    net.close();
    await expect(waiting[0]).rejects.toThrow('gone');
    await expect(waiting[1]).rejects.toThrow('closed');
    await expect(first.send(octets)).rejects.toThrow('gone');
  });

  test('count for the lookup, and are not sent beyond its limits', async () => {
    const { port, heard } = await serve((server, datagram, from) => server.send(datagram, from, '127.0.0.1'));
    const controller = new AbortController();
    const budget = createWorkBudget(workLimits({ packets: 2 }));
    attachWork(controller.signal, { owner: nobody, budget });
    const channel = await connect(port, some, controller.signal);
    await channel.send(octets);
    await channel.receive(5000);
    await channel.send(octets);
    await channel.receive(5000);
    expect(budget.done).toMatchObject({ packets: 2, octetsOut: 6, octetsIn: 6 });
    expect(await reasonOf(channel.send(octets))).toBe('work-limit');
    expect(heard).toHaveLength(2);
  });

  test('are never sent to what the guard refuses', async () => {
    const net = own(createNodeNet({ resolvers: [], allowNetworks: [], denyTargets: ['192.0.2.9'], allowPorts: [] }));
    const signal = new AbortController().signal;
    const refusals = [
      ['127.0.0.1', 443, 'special-use'],
      ['169.254.169.254', 443, 'special-use'],
      ['localhost', 443, 'special-use'],
      ['192.0.2.9', 443, 'denied'],
      ['9.9.9.9', 53, 'not-allowed-port'],
    ] as const;
    for (const [host, port, reason] of refusals) {
      expect(await reasonOf(net.openDatagrams({ host, port, service: 'web' }, some, signal))).toBe(reason);
    }
  });
});
