import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { releaseMessages } from './read-messages.ts';

interface Receiving {
  readonly _receiver: { readonly _fragments: unknown[] };
}

/** A connection of ws, and the other side of it. */
async function connected(): Promise<{ readonly server: WebSocket & Receiving; readonly client: WebSocket }> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  const [[server]] = await Promise.all([once(sockets, 'connection'), once(client, 'open')]);
  onTestFinished(() => {
    client.terminate();
    sockets.close();
  });
  return { server: server as WebSocket & Receiving, client };
}

it('after a message, and after one in several pieces, ws holds neither, and the message is whole', async () => {
  const { server, client } = await connected();
  const texts: string[] = [];
  server.on('message', (data) => texts.push(String(data)));
  releaseMessages(server);
  const lists: unknown[][] = [];
  const received = async (send: () => void) => {
    lists.push(server._receiver._fragments);
    const message = once(server, 'message');
    send();
    await message;
  };
  await received(() => client.send('one'));
  await received(() => {
    client.send('two, ', { fin: false });
    client.send('three');
  });
  await received(() => client.send('four'));
  expect(texts).toEqual(['one', 'two, three', 'four']);
  // Each message had a list of its own, which is empty again.
  expect(new Set(lists).size).toBe(3);
  expect(lists).toEqual([[], [], []]);
});

it('without it, ws leaves each message in a list', async () => {
  const { server, client } = await connected();
  const pieces = server._receiver._fragments;
  const message = once(server, 'message');
  client.send('one');
  await message;
  expect(pieces.map(String)).toEqual(['one']);
});
