import { readFileSync } from 'node:fs';
import { startMaliciousWebServer, startWebhookReceiver, type WebhookReceiver } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { askedType, createStage, openSockets, reasonOf, replyTo } from '../../testing/scripted-dns-server.ts';
import { createNodeNet, type NodeNet } from '../node-net.ts';
import type { NetSettings } from '../settings.ts';

const A = 1;
const never = new AbortController().signal;
const body = Buffer.from('{"id":"1"}');

const stage = createStage();
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver?.stop());
afterEach(() => stage.clear());

/** A network layer whose resolver gives each name the next of these addresses, and the last one from then on. */
async function openNet(settings: Partial<NetSettings> = {}, addresses = [[127, 0, 0, 1]]): Promise<NodeNet> {
  let asked = 0;
  const resolver = await stage.serve({
    udp: ({ bytes, reply }) => {
      if (askedType(bytes) !== A) return reply(replyTo(bytes, {}));
      const address = addresses[Math.min(asked, addresses.length - 1)] ?? [];
      asked += 1;
      reply(replyTo(bytes, { answers: [Buffer.from(address)] }));
    },
  });
  return stage.own(
    createNodeNet({
      resolvers: [resolver],
      allowNetworks: ['127.0.0.0/8'],
      denyTargets: [],
      allowPorts: [{ from: receiver.port, to: receiver.port }],
      trustAnchors: [readFileSync(receiver.authority, 'utf8')],
      ...settings,
    }),
  );
}

const url = (path: string, host = 'hooks.test') => `https://${host}:${receiver.port}${path}`;
const send = (net: NodeNet, to: string, timeoutMs = 5_000, signal = never) =>
  net.post({ url: to, type: 'application/json', body, fields: { 'X-One': 'two' } }, { timeoutMs }, signal);

describe('a message to an address of a member', () => {
  it('is one POST with its length, its type and our own fields', async () => {
    const before = receiver.received.length;
    expect(await send(await openNet(), url('/ok'))).toBe(204);
    expect(receiver.received.slice(before)).toMatchObject([
      {
        path: '/ok',
        method: 'POST',
        body: body.toString(),
        headers: {
          host: `hooks.test:${receiver.port}`,
          'content-type': 'application/json',
          'content-length': `${body.length}`,
          'x-one': 'two',
          'user-agent': 'Sonde',
          connection: 'close',
        },
      },
    ]);
    expect(receiver.received.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('gets the status of any answer, and no redirect is followed', async () => {
    const canary = await startMaliciousWebServer((socket) => socket.end());
    stage.own({ close: () => void canary.stop() });
    const net = await openNet();
    expect(await send(net, url('/fail'))).toBe(500);
    const before = receiver.received.length;
    for (const to of [`http://127.0.0.1:${canary.port}/`, url('/ok'), 'https://169.254.169.254/'])
      expect(await send(net, url(`/to?${encodeURIComponent(to)}`))).toBe(301);
    expect(receiver.received.slice(before).map(({ path }) => path.slice(0, 4))).toEqual(['/to?', '/to?', '/to?']);
    expect(canary.connections()).toBe(0);
  });

  it('does not read a reply of 100 MB, and leaves no connection open', async () => {
    const before = process.memoryUsage().arrayBuffers;
    // The reply is written by this process too, which holds what nobody reads.
    expect(await send(await openNet(), url('/huge'), 30_000)).toBe(200);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120_000_000);
    await vi.waitFor(() => expect(openSockets().filter((kind) => kind === 'TCPSocketWrap')).toEqual([]));
  });

  it.each([
    ['/hang', 'timeout'],
    ['/slow', 'timeout'],
    ['/hang-up', 'reset'],
    ['/garbage', 'invalid-response'],
  ])('to %s ends with %s', async (path, reason) => {
    expect(await reasonOf(send(await openNet(), url(path), 700))).toBe(reason);
  });

  it('ends with the signal of the caller', async () => {
    const net = await openNet();
    const caller = new AbortController();
    const before = receiver.received.length;
    const sending = send(net, url('/hang'), 5_000, caller.signal);
    await vi.waitFor(() => expect(receiver.received.length).toBe(before + 1));
    caller.abort('enough');
    await expect(sending).rejects.toBe('enough');
  });
});

describe('the guard', () => {
  const outside = { allowNetworks: [] };

  it('refuses every special address, whatever its spelling, without a connection', async () => {
    const net = await openNet(outside);
    const before = receiver.received.length;
    const hosts = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', 'localhost', '[::1]', '[::ffff:127.0.0.1]'];
    for (const host of [...hosts, '169.254.169.254', '10.0.0.1', 'hooks.test'])
      expect(await reasonOf(send(net, url('/ok', host)))).toBe('special-use');
    expect(receiver.received.length).toBe(before);
  });

  it('resolves a name once, and connects to the address that it has checked', async () => {
    const net = await openNet({ allowNetworks: ['127.0.0.1/32'] }, [
      [127, 0, 0, 1],
      [127, 0, 0, 2],
    ]);
    const before = receiver.received.length;
    expect(await send(net, url('/ok'))).toBe(204);
    expect(await reasonOf(send(net, url('/ok')))).toBe('special-use');
    expect(receiver.received.length).toBe(before + 1);
  });

  it('permits https alone, on port 443 and the ports of the operator', async () => {
    const net = await openNet({ allowPorts: [] });
    for (const to of [
      url('/ok'),
      `http://hooks.test:${receiver.port}/ok`,
      'http://hooks.test/',
      'https://hooks.test:80/',
    ])
      expect(await reasonOf(send(net, to))).toBe('not-allowed-port');
    expect(await reasonOf(send(net, 'ftp://hooks.test/'))).toBe('invalid-response');
    expect(await reasonOf(send(await openNet({ denyTargets: ['hooks.test'] }), url('/ok')))).toBe('denied');
  });

  it('requires a certificate that verifies for the name', async () => {
    expect(await reasonOf(send(await openNet({ trustAnchors: [] }), url('/ok')))).toBe('invalid-response');
    expect(await reasonOf(send(await openNet(), url('/ok', 'other.test')))).toBe('invalid-response');
  });
});
