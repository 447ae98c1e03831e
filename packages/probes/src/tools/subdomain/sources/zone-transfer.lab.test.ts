import { startHostileTransfer } from '@sonde/lab';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ConnectLimits, DnsAnswer, Net } from '../../../net/net.ts';
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

/** A zone with four name servers, all of them at `port`. */
function zoneAt(port: number) {
  const taken = { bytes: 0, connections: 0 };
  const answers = [1, 2, 3, 4].map((number) => ({
    name: ZONE,
    type: NS,
    ttlSeconds: 60,
    fields: [`ns${number}.${ZONE}`],
  }));
  const net = {
    ...labNet,
    ask: async () => ({ message: { answers } }) as unknown as DnsAnswer,
    connect: async (_: unknown, limits: ConnectLimits, signal: AbortSignal) => {
      taken.connections += 1;
      const connection = await labNet.connect({ host: '127.0.0.1', port, isOperators: true }, limits, signal);
      const read = async () => {
        const bytes = await connection.read();
        taken.bytes += bytes?.length ?? 0;
        return bytes;
      };
      return { ...connection, read };
    },
  } as Net;
  return { net, taken };
}

async function transferFrom(port: number) {
  const { net, taken } = zoneAt(port);
  const names: string[] = [];
  const suggest = (texts: Iterable<string>) => void names.push(...texts);
  const { signal } = new AbortController();
  const failure: unknown = await zoneTransfer
    .find({ domain: ZONE, zone: ZONE, net, data: noData, signal, suggest })
    .then(() => null)
    .catch((error: unknown) => error);
  return { failure, names, taken };
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
] as const)(
  'four servers that give %s without end are left when they have given enough in all',
  async (behaviour, most) => {
    const { failure, names, taken } = await transferFrom(await hostile({ behaviour }));
    expect(failure).toMatchObject({ reason: 'too-large' });
    expect(names).toHaveLength(most);
    expect(new Set(names).size).toBe(names.length);
    expect(taken.connections).toBe(4);
    // A read takes 64 KiB at most.
    expect(taken.bytes).toBeLessThan(4 * MEBIBYTE + 4 * 65_536);
  },
);

test('bytes without records are counted too', async () => {
  const { failure, names, taken } = await transferFrom(await hostile({ behaviour: 'padding' }));
  expect(failure).toMatchObject({ reason: 'too-large' });
  expect(names.length).toBeLessThan(200);
  expect(taken.bytes).toBeLessThan(4 * MEBIBYTE + 4 * 65_536);
});

test('what came before the end of a transfer that breaks off is told, in however small pieces it came', async () => {
  const { failure, names } = await transferFrom(await hostile({ totalBytes: 50_000, pieces: 3000 }));
  expect(failure).toBeNull();
  expect(names.length).toBe(3001);
});

/** What the server sends, as it came. */
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

test('others have their turns while a transfer is read, also when all of it is at hand', async () => {
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
    const context = { domain: ZONE, zone: ZONE, net, data: noData, signal, suggest: () => {} };
    return zoneTransfer.find(context).catch((error: unknown) => error);
  };
  await find();
  const turnsMs: number[] = [];
  let isOver = false;
  let before = cpuMs();
  const turn = () => {
    turnsMs.push(cpuMs() - before);
    before = cpuMs();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await find()).toMatchObject({ reason: 'too-large' });
  isOver = true;
  expect(turnsMs.length).toBeGreaterThan(3);
  // Time of the processor, which a busy machine does not stretch; the collector of garbage may have a turn of its own.
  expect(turnsMs.filter((ms) => ms > 10).length).toBeLessThanOrEqual(1);
});
