import type { Socket } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { firstOf } from '../../../../scripts/test/vitest-settings.ts';
import { connectAgent, ECHO, enrol, placesServer, provedAgent, rawAgent } from '../testing/places.ts';

/** More frames than an agent may send within a minute. */
const MANY = 31_000;

let server: Awaited<ReturnType<typeof placesServer>>;
let hostile: Awaited<ReturnType<typeof provedAgent>>;
beforeEach(async () => {
  server = await placesServer();
  hostile = await provedAgent(server, await enrol(server, 'bad'));
});

/** What the operator reads about the place, but that it has connected or not. */
const logged = () =>
  server.log.flatMap(({ place, msg }) => (place === 'bad' && /^agent: [^cd]/.test(String(msg)) ? [String(msg)] : []));
const isAnswered = async () => {
  const { places } = (await server.read(`${ECHO}?host=example.com&from=fra`)) as { places: { state: string }[] };
  return places.map(({ state }) => state);
};

/** As a WebSocket sends them, masked with zeros. */
const frame = (kind: number, text = '') =>
  Buffer.from([0x80 | kind, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
const flood = ({ socket }: { readonly socket: object }, sent: Buffer) => {
  const raw = (socket as unknown as { readonly _socket: Socket })._socket;
  raw.on('error', () => {});
  raw.write(Buffer.concat(Array.from({ length: MANY }, () => sent)));
};

it.each(
  firstOf(2, [
    ['frames that mean nothing', frame(1, '{"t":"later"}')],
    ['heartbeats', frame(9)],
    ['answers to heartbeats that it was not sent', frame(10)],
  ]),
)('an agent that floods the hub with %s is disconnected, and others are answered', async (_what, sent) => {
  await (await connectAgent(server, await enrol(server, 'fra'))).welcome;
  flood(hostile, sent);
  await hostile.closed;
  expect(await isAnswered()).toEqual(['answer']);
});

it('a stranger cannot flood it either', async () => {
  const stranger = await rawAgent(server);
  flood(stranger, frame(9));
  expect((await stranger.closed).code).toBe(1006);
});

it('an agent that answers jobs of nobody again and again is suspended, disconnected, and named five times', async () => {
  for (let sent = 0; sent < 1_000; sent += 1) hostile.send({ t: 'busy', job: sent.toString(16).padStart(32, '0') });
  expect(await hostile.closed).toEqual({ code: 1008, reason: 'This agent is suspended, and goes on.' });
  expect(logged()).toEqual(Array.from({ length: 5 }, () => 'agent: It answered a job that it was not given.'));
});

it('what follows a violation is not read any more', async () => {
  hostile.send('no JSON');
  for (let sent = 0; sent < 1_000; sent += 1) hostile.send({ t: 'hello' });
  expect(await hostile.closed).toEqual({ code: 1002, reason: 'A frame is not JSON.' });
  expect(logged()).toEqual(['agent: A frame is not JSON.']);
});
