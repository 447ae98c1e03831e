import { startHostileTransfer } from '@sonde/lab';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultLimitsOf } from '../../../limits/target-limits.ts';
import type { ConnectLimits, DnsReply, Net } from '../../../net/net.ts';
import { createNodeNet, type NodeNet } from '../../../net/node-net.ts';
import { typeNumber } from '../../../protocols/dns-message/record-types.ts';
import { cpuMs } from '../../../testing/cpu-ms.ts';
import { noData } from '../../../testing/no-data.ts';
import { withLength } from './tcp-messages.ts';
import { zoneTransfer } from './zone-transfer.ts';

const ZONE = 'hostile.example';
const NS = typeNumber('NS');
const MEBIBYTE = 1024 * 1024;

let labNet: NodeNet;
beforeAll(() => {
  labNet = createNodeNet({ resolvers: [], allowNetworks: [], denyTargets: [], allowPorts: [] });
});
afterAll(() => labNet?.close());

/** A zone with four name servers, all at `port`. */
function zoneAt(port: number) {
  const received = { bytes: 0, connections: 0 };
  const answers = [1, 2, 3, 4].map((number) => ({
    name: ZONE,
    type: NS,
    ttlSeconds: 60,
    fields: [`ns${number}.${ZONE}`],
  }));
  const net = {
    ...labNet,
    ask: async () => ({ message: { answers } }) as unknown as DnsReply,
    connect: async (_: unknown, limits: ConnectLimits, signal: AbortSignal) => {
      received.connections += 1;
      const connection = await labNet.connect({ host: '127.0.0.1', port, isOperators: true }, limits, signal);
      const read = async () => {
        const bytes = await connection.read();
        received.bytes += bytes?.length ?? 0;
        return bytes;
      };
      return { ...connection, read };
    },
  } as Net;
  return { net, received };
}

async function transferFrom(port: number) {
  const { net, received } = zoneAt(port);
  const names: string[] = [];
  const suggest = (texts: Iterable<string>) => void names.push(...texts);
  const { signal } = new AbortController();
  const failure: unknown = await zoneTransfer
    .find({ domain: ZONE, zone: ZONE, net, data: noData, limits: defaultLimitsOf(net), signal, suggest })
    .then(() => null)
    .catch((error: unknown) => error);
  return { failure, names, received };
}

async function hostile(options: Parameters<typeof startHostileTransfer>[0]) {
  const server = await startHostileTransfer(options);
  onTestFinished(() => server.stop());
  return server.port;
}

test.each([
  ['names', 5000],
  ['records', 2],
  // Four messages of 3,000 records, and the names that carry the chain.
  ['deep', 5000],
] as const)('transfers of endless %s from four servers are cut off at their common limit', async (behaviour, most) => {
  const { failure, names, received } = await transferFrom(await hostile({ behaviour }));
  expect(failure).toMatchObject({ reason: 'too-large' });
  expect(names).toHaveLength(most);
  expect(new Set(names).size).toBe(names.length);
  expect(received.connections).toBe(4);
  // A read returns 64 KiB at most.
  expect(received.bytes).toBeLessThan(4 * MEBIBYTE + 4 * 65_536);
});

test('counts bytes without records, too', async () => {
  const { failure, names, received } = await transferFrom(await hostile({ behaviour: 'padding' }));
  expect(failure).toMatchObject({ reason: 'too-large' });
  expect(names.length).toBeLessThan(200);
  expect(received.bytes).toBeLessThan(4 * MEBIBYTE + 4 * 65_536);
});

test('keeps names received before a transfer breaks off, however small the pieces were', async () => {
  const { failure, names } = await transferFrom(await hostile({ totalBytes: 50_000, pieces: 3000 }));
  expect(failure).toBeNull();
  expect(names.length).toBe(3001);
});

/** The chunks that the server sends. */
async function recorded(port: number): Promise<Uint8Array[]> {
  const limits = { connectTimeoutMs: 5000, maxBytes: Number.POSITIVE_INFINITY };
  const connection = await labNet.connect(
    { host: '127.0.0.1', port, isOperators: true },
    limits,
    new AbortController().signal,
  );
  await connection.write(
    withLength(Buffer.from('000001000001000000000000 03616263 00 00fc 0001'.replaceAll(' ', ''), 'hex')),
  );
  const chunks: Uint8Array[] = [];
  for (let chunk = await connection.read(); chunk !== null; chunk = await connection.read()) chunks.push(chunk);
  return chunks;
}

test('does not block the event loop, even when the entire transfer has been received', async () => {
  const chunks = await recorded(await hostile({ behaviour: 'records', totalBytes: MEBIBYTE }));
  const net = {
    ...zoneAt(0).net,
    connect: async () => {
      const left = [...chunks];
      return { write: async () => {}, read: async () => left.shift() ?? null, close: () => {} };
    },
  } as unknown as Net;
  const find = () => {
    const { signal } = new AbortController();
    const context = {
      domain: ZONE,
      zone: ZONE,
      net,
      data: noData,
      limits: defaultLimitsOf(net),
      signal,
      suggest: () => {},
    };
    return zoneTransfer.find(context).catch((error: unknown) => error);
  };
  await find();
  // The longest iteration of the event loop as a share of the processor time, which neither load nor the speed of the machine
  // changes; decoding at once would be nearly all of it. A collection of garbage may lengthen one of a few.
  const shares: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const iterationsMs: number[] = [];
    let isOver = false;
    let before = cpuMs();
    const iterate = () => {
      iterationsMs.push(cpuMs() - before);
      before = cpuMs();
      if (!isOver) setImmediate(iterate);
    };
    setImmediate(iterate);
    expect(await find()).toMatchObject({ reason: 'too-large' });
    isOver = true;
    expect(iterationsMs.length).toBeGreaterThan(3);
    shares.push(Math.max(...iterationsMs) / iterationsMs.reduce((sum, ms) => sum + ms, 0));
  }
  expect(Math.min(...shares)).toBeLessThan(0.6);
});
