import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { replyTo, withLength } from '../../testing/scripted-dns-server.ts';
import { createBulkResolver } from './bulk-resolver.ts';

afterEach(() => void vi.restoreAllMocks());

const OF_NO_QUESTION = withLength(Buffer.alloc(12));

/** Answers by TCP, except for names that contain `ignored`, and never pauses for longer than one clock tick. */
async function startForgetfulServer(onTurn: () => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
        const query = rest.subarray(2, 2 + rest.readUInt16BE(0));
        rest = rest.subarray(2 + query.length);
        if (!query.includes('ignored')) socket.write(withLength(replyTo(query)));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const humming = setInterval(() => {
    onTurn();
    for (const socket of sockets) socket.write(OF_NO_QUESTION);
  }, 10);
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    connections: () => sockets.size,
    close() {
      clearInterval(humming);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('reuses ids when more questions stay unanswered than connections have ids', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const server = await startForgetfulServer(() => {
    nowMs += 400;
  });
  const options = { questionsPerSecond: Number.POSITIVE_INFINITY, transports: ['tcp'] as const };
  const resolver = createBulkResolver([{ address: '127.0.0.1', port: server.port }], options);
  const names = (count: number, label: string) => Array.from({ length: count }, (_, index) => `${label}${index}`);
  const mixed = names(6000, 'ignored').flatMap((ignored, index) => [ignored, `between${index}`]);
  const prefixes = [...names(6000, 'first'), ...mixed, ...names(100, 'last')];
  let answered = 0;
  let unanswered = 0;
  const question = { zone: 'example.com', type: 1, prefixes };
  for await (const { answers, failures } of resolver.askMany(question, new AbortController().signal)) {
    answered += answers.length;
    unanswered += failures.filter(({ reason }) => reason === 'timeout').length;
  }
  expect({ answered, unanswered }).toEqual({ answered: 12_100, unanswered: 6000 });
  expect(server.connections()).toBeLessThanOrEqual(4);
  resolver.close();
  server.close();
});
