import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connectAgent, ECHO, enrol, placesServer } from '../testing/places.ts';

const NETWORKS = 25;
const EACH = 100;
/** Two octets more, and the server would answer. */
const UNFINISHED = [
  'GET /api/agents/connect HTTP/1.1',
  'Host: 127.0.0.1',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13\r\n',
].join('\r\n');

/** A connection from an address of its own network that never finishes its request. */
function openHalf(port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.write(UNFINISHED);
      resolve(socket);
    });
    // When all are taken, connections of attackers are ended.
    socket.on('error', () => resolve(socket));
    onTestFinished(() => void socket.destroy());
  });
}

it('thousands of unfinished handshakes from many networks keep no agent out', async () => {
  const server = await placesServer();
  const membership = await enrol(server, 'fra');
  const port = Number(new URL(server.url).port);
  for (let network = 1; network <= NETWORKS; network += 1) {
    await Promise.all(Array.from({ length: EACH }, () => openHalf(port, `127.0.${network}.1`)));
  }
  await (await connectAgent(server, membership)).welcome;
  const { places } = (await server.read(`${ECHO}?host=example.com&from=fra`)) as { places: { state: string }[] };
  expect(places).toMatchObject([{ state: 'answer' }]);
});
