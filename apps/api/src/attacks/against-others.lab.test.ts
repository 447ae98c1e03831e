import {
  type MaliciousNameServer,
  type MaliciousTlsServer,
  type RedisLab,
  startMaliciousNameServer,
  startMaliciousTlsServer,
  startRedisLab,
} from '@sonde/lab';
import { createNodeNet, type LocalData } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet, isLong } from '../../../../scripts/test/vitest-settings.ts';
import { type TestServer, testConfig, testServer } from '../testing/test-server.ts';

/** Visitors who try to abuse one or several instances against third parties. */
const withBundledWords: LocalData = { ...noData, names: { ...noData.names, words: async () => null } };

let redis: RedisLab;
let victim: MaliciousNameServer;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  // Every name below this zone exists, so that every label is a domain to search.
  victim = await startMaliciousNameServer('wildcard-hashed');
  onTestFinished(() => victim.stop());
});

async function server(variables: Record<string, string>): Promise<TestServer> {
  const all = {
    SONDE_RESOLVERS: victim.address,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_RATE_LIMIT: 'off',
    ...variables,
  };
  const net = createNodeNet(testConfig(all).net);
  onTestFinished(() => net.close());
  const started = await testServer(all, { net, data: withBundledWords });
  const isShared = 'SONDE_REDIS_URL' in variables;
  const cache = isShared ? 'redis' : 'memory';
  await eventually(async () => {
    expect((await started.app.inject('/readyz')).json()._data.stores.cache).toBe(cache);
  });
  return started;
}

/** One budget in all; one per server if a busy machine kept the store silent for so long that the servers continued alone. */
function budgetsOf(servers: readonly TestServer[]): number {
  const isLost = servers.some(({ log }) => JSON.stringify(log).includes('the shared store cannot be reached'));
  return isLost ? servers.length : 1;
}

/** The network of a visitor. */
const from = (visitor: number) => ({ remoteAddress: `203.0.113.${visitor}` });
const search = ({ app }: TestServer, domain: string, visitor = 1) =>
  app.inject({ url: `/api/v2/subdomainFinder?${new URLSearchParams({ domain })}`, ...from(visitor) });
const check = ({ app }: TestServer, domain: string, visitor = 1) =>
  app.inject({ url: `/api/v2/sslInfo?${new URLSearchParams({ domain })}`, ...from(visitor) });

/** The queries about the zone; those about the root show whether the resolver works. */
const questions = () => victim.heard.filter(({ name }) => name !== '.');

/** Visitors who search one label after another, each as soon as the last one is answered. */
function visitors(servers: readonly TestServer[], count: number, searchesEach: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, visitor) => {
      const answers = [];
      for (let turn = 0; turn < searchesEach; turn += 1) {
        const one = servers[(visitor + turn) % servers.length];
        if (one !== undefined) answers.push(await search(one, `v${visitor}-${turn}.wild.example`, visitor));
      }
      return answers;
    }),
  ).then((all) => all.flat());
}

describe('as an amplifier of DNS queries', () => {
  it('a zone receives no more queries than its budget, however many visitors look up labels below its wildcard', async () => {
    const one = await server({ SONDE_ZONE_BUDGET: '2000/1s,9000/600s' });
    const answers = await visitors([one], 15, 3);
    expect(questions().length).toBeGreaterThan(4000);
    expect(questions().length).toBeLessThanOrEqual(9000);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { statusCode, headers, json } of refused) {
      expect([429, 503]).toContain(statusCode);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(['rate-limited', 'busy']).toContain(json().code);
    }
  }, 60_000);

  inLongSet(it)(
    'by default a zone receives at most 2,000 queries a second, and a single search is complete',
    async () => {
      const one = await server({});
      const { statusCode, json } = await search(one, 'v.wild.example');
      expect(statusCode).toBe(200);
      expect(json()._data.gaps).toEqual([]);
      expect(questions().length).toBeGreaterThan(5000);
      const times = questions().map(({ atMs }) => atMs);
      const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
      expect(questions().length / (seconds + 1)).toBeLessThanOrEqual(2000);
    },
    60_000,
  );

  inLongSet(it)(
    'two servers with one store have one budget, and search a domain one at a time',
    async () => {
      const shared = { SONDE_REDIS_URL: redis.url, SONDE_ZONE_BUDGET: '2000/1s,9000/600s' };
      const servers = [await server(shared), await server(shared)];
      const begun = servers.map((one, index) => search(one, `first${index}.wild.example`, 1 + index));
      const both = await Promise.all(begun);
      expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const below = questions().filter(({ type }) => type === 1);
      const last = below.at(-1)?.name.endsWith('first0.wild.example') ? 'first0' : 'first1';
      const other = last === 'first0' ? 'first1' : 'first0';
      const begins = below.findIndex(({ name }) => name.endsWith(`${last}.wild.example`));
      expect(below.slice(begins).filter(({ name }) => name.endsWith(`${other}.wild.example`))).toEqual([]);
      for (let turn = 0; turn < 4; turn += 1) {
        for (const [index, one] of servers.entries()) await search(one, `next${turn}-${index}.wild.example`, 10 + turn);
      }
      // Five visitors hold at most five sixths, with the parts fetched in advance.
      expect(questions().length).toBeGreaterThan(5000);
      expect(questions().length).toBeLessThanOrEqual(budgetsOf(servers) * 9000);
    },
    60_000,
  );

  inLongSet(it)(
    'a visitor who searches all the time leaves half of the budget to others',
    async () => {
      const one = await server({ SONDE_ZONE_BUDGET: '2000/1s,9000/600s' });
      for (let turn = 0; turn < 3; turn += 1) await search(one, `greedy${turn}.wild.example`, 1);
      expect(questions().length).toBeLessThanOrEqual(4500);
      const refused = await search(one, 'greedy.wild.example', 1);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate-limited']);
      const stranger = await search(one, 'stranger.wild.example', 2);
      expect(stranger.statusCode).toBe(200);
      expect(stranger.json()._data.asked).toBeGreaterThan(1500);
    },
    60_000,
  );

  inLongSet(it)(
    'queries that a search could not send are a gap with the time to retry',
    async () => {
      const one = await server({ SONDE_ZONE_BUDGET: '4000/600s' });
      const { statusCode, json } = await search(one, 'v.wild.example');
      expect(statusCode).toBe(200);
      const gap = json()._data.gaps.find(({ part }: { part: string }) => part === 'words');
      expect(gap).toEqual({ part: 'words', code: 'rate-limited', retryAfterSeconds: expect.any(Number) });
      expect(gap.retryAfterSeconds).toBeGreaterThan(500);
    },
    60_000,
  );
});

describe('as a flood of TLS connections', () => {
  const PORTS = 22;
  let liars: readonly MaliciousTlsServer[] = [];
  beforeEach(async () => {
    liars = await Promise.all(Array.from({ length: PORTS }, () => startMaliciousTlsServer('accepts-everything')));
    onTestFinished(async () => void (await Promise.all(liars.map((liar) => liar.stop()))));
  });
  const connections = () => liars.reduce((sum, liar) => sum + liar.connections, 0);

  it.each<[string, number]>(isLong ? [['two servers with one store', 2]] : [['one server', 1]])(
    'an address gets what it may get in all, over every port: %s',
    async (_, count) => {
      const variables: Record<string, string> = count === 1 ? {} : { SONDE_REDIS_URL: redis.url };
      if (count > 1) {
        await redis.kill();
        await redis.restart();
      }
      const servers = await Promise.all(Array.from({ length: count }, () => server(variables)));
      const startedAtMs = performance.now();
      const answers = await Promise.all(
        liars.map(({ port }, index) => {
          const one = servers[index % servers.length];
          return one === undefined ? expect.fail('there is no server') : check(one, `127.0.0.1:${port}`, index);
        }),
      );
      const seconds = (performance.now() - startedAtMs) / 1000;
      expect(connections()).toBeGreaterThan(200);
      expect(connections()).toBeLessThanOrEqual(budgetsOf(servers) * (300 + Math.ceil(10 * seconds)));
      // On a busy machine a check may end late, which is not a refusal.
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      expect(refused.length).toBeGreaterThan(0);
      for (const { headers, json } of refused) {
        expect(json().code).toBe('rate-limited');
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
      }
    },
    60_000,
  );

  inLongSet(it)(
    'one visitor gets half of that, and a stranger is served meanwhile',
    async () => {
      const one = await server({});
      const startedAtMs = performance.now();
      const [last, ...others] = liars;
      const flood = Promise.all(others.map(({ port }) => check(one, `127.0.0.1:${port}`, 1)));
      await eventually(() => expect(connections()).toBeGreaterThan(20));
      const stranger = await check(one, `127.0.0.1:${last?.port}`, 2);
      expect(stranger.statusCode).toBe(200);
      // This server accepts everything, so a whole check of it would take more than what is left to the second visitor.
      expect(last?.connections).toBeGreaterThan(25);
      const refused = (await flood).filter(({ statusCode }) => statusCode === 429);
      expect(refused.length).toBeGreaterThan(0);
      const seconds = (performance.now() - startedAtMs) / 1000;
      expect(connections() - (last?.connections ?? 0)).toBeLessThanOrEqual(150 + Math.ceil(10 * seconds));
    },
    60_000,
  );
});
