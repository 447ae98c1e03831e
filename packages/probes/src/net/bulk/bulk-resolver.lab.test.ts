import { type NameLab, startImpairedLink, startMaliciousNameServer, startNameLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { type BulkReport, NetFailure } from '../net.ts';
import { createNodeNet, type NodeNet } from '../node-net.ts';
import { readNetSettings } from '../settings.ts';
import type { BulkOptions } from './bulk-resolver.ts';

let lab: NameLab;
beforeAll(async () => {
  lab = await startNameLab();
});
afterAll(() => lab?.stop());

const A = 1;
const unbound = { questionsPerSecond: Infinity } as const;
const byUdp = { ...unbound, transports: ['udp'] } as const;

function netFor(server: string, bulk: BulkOptions = unbound, more: Record<string, string> = {}): NodeNet {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: server, ...more });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings, { bulk });
}

async function collect(reports: AsyncIterable<BulkReport>) {
  const names: string[] = [];
  const failures: string[] = [];
  let settled = 0;
  for await (const report of reports) {
    names.push(...report.answers.map(({ prefix }) => prefix));
    failures.push(...report.failures.map(({ reason }) => reason));
    settled = report.settled;
  }
  return { names: names.sort(), failures, settled };
}

async function askMany(server: string, candidates: readonly string[], bulk?: BulkOptions) {
  const net = netFor(server, bulk);
  try {
    const question = { zone: 'many.test', type: A, prefixes: candidates };
    return await collect(net.askMany(question, AbortSignal.timeout(60_000)));
  } finally {
    net.close();
  }
}

const existingAmong = (candidates: readonly string[]) => {
  const existing = new Set(lab.many.existing);
  return candidates.filter((name) => existing.has(name)).sort();
};

const FAR_AWAY = [
  ['150 ms away that loses every tenth datagram in either direction', { delayMs: 75, loss: 0.1 }, 6000],
] as const;

describe('finds every name that exists, and no other', () => {
  test('5,000 of 100,000 by pipelined TCP', async () => {
    const { names, failures, settled } = await askMany(lab.server, lab.many.candidates);
    expect(names).toEqual([...lab.many.existing].sort());
    expect(failures).toEqual([]);
    expect(settled).toBe(100_000);
  });

  inLongSet(test)('by UDP', async () => {
    const some = lab.many.candidates.slice(0, 20_000);
    const { names, failures } = await askMany(lab.server, some, byUdp);
    expect(names).toEqual(existingAmong(some));
    expect(failures).toEqual([]);
  });

  inLongSet(test).each<readonly [string, { delayMs?: number; loss?: number; limitPerSecond?: number }, number]>([
    ['20 ms away that loses every twentieth datagram in either direction', { delayMs: 10, loss: 0.05 }, 6000],
    ...(isLong ? FAR_AWAY : []),
    ['that drops what is above 5,000 a second', { limitPerSecond: 5000 }, 6000],
  ])('through a resolver %s', async (_, impairment, count) => {
    const path = await startImpairedLink({ target: lab.server, ...impairment });
    try {
      const some = lab.many.candidates.slice(0, count);
      // TCP would be tried first, but its port is closed.
      const { names, failures } = await askMany(path.address, some);
      expect(names).toEqual(existingAmong(some));
      expect(failures).toEqual([]);
    } finally {
      await path.stop();
    }
  });
});

describe('limits', () => {
  test('sends no more questions per second than allowed', async () => {
    const startedAtMs = performance.now();
    const { settled } = await askMany(lab.server, lab.many.candidates.slice(0, 600), { questionsPerSecond: 1000 });
    expect(settled).toBe(600);
    expect(performance.now() - startedAtMs).toBeGreaterThan(500);
  });

  inLongSet(test)('takes candidates only when there is room for them', async () => {
    let taken = 0;
    const stop = new AbortController();
    function* endless() {
      for (;;) {
        taken += 1;
        if (taken === 500) stop.abort(new Error('enough'));
        yield `n${taken}`;
      }
    }
    const net = netFor(lab.server, { questionsPerSecond: 2000 });
    const reading = collect(net.askMany({ zone: 'many.test', type: A, prefixes: endless() }, stop.signal));
    await expect(reading).rejects.toThrow('enough');
    const atTheEnd = taken;
    expect(atTheEnd).toBeLessThan(1500);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(taken).toBe(atTheEnd);
    net.close();
  });

  inLongSet(test)(
    'reports how many names do not exist while it asks, and the final number when it is stopped',
    async () => {
      const net = netFor(lab.server, { questionsPerSecond: 10_000 });
      const stop = new AbortController();
      const missing = Array.from({ length: 20_000 }, (_, index) => `missing-${index}`);
      const counts: number[] = [];
      const reading = async () => {
        for await (const { settled } of net.askMany({ zone: 'many.test', type: A, prefixes: missing }, stop.signal)) {
          counts.push(settled);
          if (counts.length === 3) stop.abort(new Error('enough'));
        }
      };
      await expect(reading()).rejects.toThrow('enough');
      expect(counts[0]).toBeGreaterThanOrEqual(500);
      expect(counts[0]).toBeLessThan(missing.length);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      net.close();
    },
  );

  test('leaving the loop stops the questions', async () => {
    let taken = 0;
    function* counted() {
      for (const prefix of lab.many.candidates) {
        taken += 1;
        yield prefix;
      }
    }
    const net = netFor(lab.server, { questionsPerSecond: 2000 });
    const prefixes = counted();
    for await (const _ of net.askMany({ zone: 'many.test', type: A, prefixes }, AbortSignal.timeout(9000))) break;
    const atTheEnd = taken;
    expect(atTheEnd).toBeLessThan(lab.many.candidates.length);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(taken).toBe(atTheEnd);
    net.close();
  });

  test('leaves out denied names, and refuses a denied or local zone', async () => {
    const [denied = ''] = lab.many.existing;
    const net = netFor(lab.server, unbound, { SONDE_DENY_TARGETS: `${denied}.many.test,denied.test` });
    const ask = (zone: string) =>
      collect(net.askMany({ zone, type: A, prefixes: lab.many.existing.slice(0, 10) }, AbortSignal.timeout(9000)));
    expect((await ask('many.test')).names).toEqual(lab.many.existing.slice(1, 10).sort());
    await expect(ask('denied.test')).rejects.toMatchObject({ reason: 'denied' });
    await expect(ask('printers.local')).rejects.toMatchObject({ reason: 'special-use' });
    net.close();
  });
});

describe('failing and malicious resolvers', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

  test('gives up a silent resolver', async () => {
    const malicious = await startMaliciousNameServer('silent');
    await expect(askMany(malicious.address, names(300))).rejects.toMatchObject({ reason: 'timeout' });
    await malicious.stop();
  });

  inLongSet(test)('gives up a resolver with a closed port at once', async () => {
    await expect(askMany('127.0.0.1:1', names(300))).rejects.toBeInstanceOf(NetFailure);
  });

  inLongSet(test)('with one dead and one working resolver, only time is lost', async () => {
    const some = lab.many.candidates.slice(0, 3000);
    const { names: found } = await askMany(`127.0.0.1:1,${lab.server}`, some);
    expect(found).toEqual(existingAmong(some));
  });

  test.each(firstOf(1, ['servfail', 'refused'] as const))('%s is a failure of each name', async (behaviour) => {
    const malicious = await startMaliciousNameServer(behaviour);
    const { names: found, failures } = await askMany(malicious.address, names(20));
    expect(found).toEqual([]);
    expect(failures).toEqual(Array(20).fill(behaviour));
    await malicious.stop();
  });

  test.each(
    firstOf(2, [
      'wrong-id-first',
      'wrong-question-first',
      'wrong-type-first',
      'query-bit-first',
      'garbage-first',
    ] as const),
  )('%s, and the right answer is taken', async (behaviour) => {
    const malicious = await startMaliciousNameServer(behaviour);
    const net = netFor(malicious.address, byUdp);
    const question = { zone: 'example.com', type: A, prefixes: names(20) };
    for await (const { answers } of net.askMany(question, AbortSignal.timeout(9000))) {
      for (const { message } of answers) expect(message.answers[0]?.fields).toEqual(['192.0.2.1']);
    }
    net.close();
    await malicious.stop();
  });

  inLongSet(test)('formerr-on-edns is asked without EDNS', async () => {
    const malicious = await startMaliciousNameServer('formerr-on-edns');
    expect((await askMany(malicious.address, names(20), byUdp)).names).toHaveLength(20);
    await malicious.stop();
  });
});

test('ends within 200 ms of being aborted', async () => {
  const path = await startImpairedLink({ target: lab.server, delayMs: 200 });
  const net = netFor(path.address, byUdp);
  const stop = new AbortController();
  const reading = collect(
    net.askMany({ zone: 'many.test', type: A, prefixes: lab.many.candidates }, stop.signal),
  ).catch(() => performance.now());
  setTimeout(() => stop.abort(), 50);
  await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  const abortedAtMs = performance.now();
  expect(Number(await reading) - abortedAtMs).toBeLessThan(200);
  const received = path.heard;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(path.heard - received).toBeLessThan(100);
  net.close();
  await path.stop();
});
