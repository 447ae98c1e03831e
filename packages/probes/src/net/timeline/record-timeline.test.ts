import { expect, test } from 'vitest';
import { scriptedNet } from '../../testing/scripted-net.ts';
import { type Connection, NetFailure } from '../net.ts';
import { recordTimeline } from './record-timeline.ts';

const target = { host: '192.0.2.1', port: 443, service: 'tls' } as const;
const limits = { connectTimeoutMs: 1000, maxBytes: 1000 };
const hello = Uint8Array.of(22, 3, 1);

/** A network with one server that answers with these octets and then ends the stream. */
function netWith(answer: Uint8Array) {
  const queue: (Uint8Array | null)[] = [answer, null];
  const connection: Connection = {
    address: { address: '192.0.2.1', family: 4 },
    write: async () => {},
    read: async () => queue.shift() ?? null,
    close: () => {},
  };
  return scriptedNet({ connect: async () => connection });
}

test('records what a connection did, in order, and what it wrote first', async () => {
  const { net, timeline } = recordTimeline(netWith(Uint8Array.of(1, 2, 3, 4)));
  const connection = await net.connect(target, limits, new AbortController().signal);
  await connection.write(hello);
  await connection.write(Uint8Array.of(9));
  expect(await connection.read()).toHaveLength(4);
  expect(timeline.connections[0]?.closedAtMs).toBeNull();
  expect(await connection.read()).toBeNull();

  const [one] = timeline.connections;
  expect(timeline.connections).toHaveLength(1);
  expect(one?.asked).toEqual(hello);
  expect(one?.transfers.map(({ direction, octets }) => `${direction} ${octets}`)).toEqual(['out 3', 'out 1', 'in 4']);
  const times = [one?.beganAtMs, one?.openedAtMs, ...(one?.transfers ?? []).map(({ atMs }) => atMs), one?.closedAtMs];
  expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)));
  expect(times.every((ms) => typeof ms === 'number' && ms <= timeline.nowMs())).toBe(true);
});

test('records a connection on which nothing was written, and one that never opened', async () => {
  const never = recordTimeline(scriptedNet({ connect: () => Promise.reject(new NetFailure('refused', 'closed')) }));
  await expect(never.net.connect(target, limits, new AbortController().signal)).rejects.toThrow('closed');
  expect(never.timeline.connections).toMatchObject([{ openedAtMs: null, asked: null, transfers: [] }]);
  expect(never.timeline.connections[0]?.closedAtMs).toEqual(expect.any(Number));

  const unused = recordTimeline(netWith(hello));
  (await unused.net.connect(target, limits, new AbortController().signal)).close();
  expect(unused.timeline.connections).toMatchObject([{ openedAtMs: expect.any(Number), asked: null }]);
  expect(unused.timeline.connections[0]?.closedAtMs).toEqual(expect.any(Number));
});

test('records the end by a signal, and leaves the rest of the network layer unchanged', async () => {
  const plain = netWith(hello);
  const { net, timeline } = recordTimeline(plain);
  const ending = new AbortController();
  await net.connect(target, limits, ending.signal);
  ending.abort(new Error('over'));
  expect(timeline.connections[0]?.closedAtMs).toEqual(expect.any(Number));
  expect(net.resolve).toBe(plain.resolve);
});
