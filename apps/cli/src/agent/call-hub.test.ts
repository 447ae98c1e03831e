import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { callHub } from './call-hub.ts';
import { joinHub } from './join.ts';

const MIB = 1024 * 1024;

/** A hub that answers as the test says, and how many octets of an answer it could send before it was left. */
async function hostileHub(answer: (response: ServerResponse) => void) {
  const sent: Promise<number>[] = [];
  const server = createServer((_request, response) => {
    const { socket } = response;
    sent.push(once(response, 'close').then(() => socket?.bytesWritten ?? 0));
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

/** Writes for as long as somebody reads. */
function endlessly(response: ServerResponse): void {
  const block = Buffer.alloc(64 * 1024, ' ');
  const write = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', write);
  write();
}

const NO_HUB = /is no server of Sonde/;
const waiting = () => new AbortController().signal;

it.each([
  ['of no stated length', {}],
  ['of a stated length', { 'content-length': String(2 ** 40) }],
] as const)('a hub that sends endless octets %s is left soon', async (_how, headers) => {
  const { url, sent } = await hostileHub((response) => endlessly(response.writeHead(200, headers)));
  const called = callHub(new URL(url), {}, z.unknown(), waiting());
  await expect(called).rejects.toThrow(NO_HUB);
  // What the system has taken for the agent counts as well.
  expect(await sent[0]).toBeLessThan(16 * MIB);
});

it('joining ends as soon', async () => {
  const { url, sent } = await hostileHub((response) => endlessly(response.writeHead(200)));
  await expect(joinHub(url, 'ABCDE-FGHJK', waiting())).rejects.toThrow(NO_HUB);
  expect(await sent[0]).toBeLessThan(16 * MIB);
});

it('an answer that would grow when it is decompressed is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * MIB, ' '));
  const { url } = await hostileHub((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  const before = process.memoryUsage().arrayBuffers;
  await expect(callHub(new URL(url), {}, z.unknown(), waiting())).rejects.toThrow(NO_HUB);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MIB);
});

it('somebody who stops the agent while an answer comes is not told about the hub', async () => {
  const leaving = new AbortController();
  const { url } = await hostileHub((response) => {
    response.writeHead(200).write('{');
    leaving.abort(new Error('The agent stops.'));
  });
  await expect(callHub(new URL(url), {}, z.unknown(), leaving.signal)).rejects.toThrow('The agent stops.');
});

it('a hub that sends the agent elsewhere is not followed', async () => {
  const asked: string[] = [];
  const elsewhere = await hostileHub((response) => {
    asked.push('elsewhere');
    response.end();
  });
  const { url } = await hostileHub((response) => response.writeHead(307, { location: elsewhere.url }).end());
  await expect(callHub(new URL(url), {}, z.unknown(), waiting())).rejects.toThrow(NO_HUB);
  expect(asked).toEqual([]);
});

it.each([
  ['refuses connections', 'http://127.0.0.1:1'],
  ['has an address of another kind', 'ftp://127.0.0.1'],
])('a hub that %s cannot be reached', async (_how, url) => {
  await expect(callHub(new URL(url), {}, z.unknown(), waiting())).rejects.toThrow(`${url} cannot be reached (E`);
});

it('an answer within the limit is read', async () => {
  const body = { success: true, message: 'OK', _data: { id: 'fra' } };
  const { url } = await hostileHub((response) => response.end(JSON.stringify(body)));
  expect(await callHub(new URL(url), {}, z.object({ id: z.string() }), waiting())).toEqual({ id: 'fra' });
});
