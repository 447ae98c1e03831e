import { type RedisLab, runCommand, startRedisLab } from '@sonde/lab';
import { createMemoryAllowances } from '@sonde/probes';
import { createSharedAllowances, type SharedStore } from '@sonde/service';
import { openSharedStore } from '@sonde/service/stores/shared-store';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

const LIMIT = { units: 5, windowMs: 600_000 };

let redis: RedisLab;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis?.stop());

const command = (...args: string[]) => runCommand('redis-cli', ['-u', redis.url, ...args]);
/** Limits the memory to less than the store itself needs: every write is evicted before the next command, or refused. */
const fill = (policy: string) => command('CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', policy);
beforeEach(async () => {
  await command('CONFIG', 'SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
  await command('FLUSHALL');
});

async function memory(): Promise<SharedStore> {
  const opened = openSharedStore(redis.url, () => {});
  onTestFinished(() => opened.close());
  await eventually(() => expect(opened.isReachable).toBe(true));
  return opened;
}

/** The allowances of one server. */
async function allowances() {
  const own = createMemoryAllowances(LIMIT, () => performance.now());
  return createSharedAllowances(await memory(), LIMIT, own);
}

describe('a store that evicts entries', () => {
  it('gives no client a new allowance, whether calls are successive or concurrent', async () => {
    const { take } = await allowances();
    await fill('allkeys-lru');
    const given: boolean[] = [];
    for (let index = 0; index < 8; index += 1) given.push((await take('a', 1)).isAllowed);
    expect(given).toEqual([true, true, true, true, true, false, false, false]);
    const atOnce = await Promise.all(Array.from({ length: 40 }, () => take('b', 1)));
    expect(atOnce.filter(({ isAllowed }) => isAllowed)).toHaveLength(LIMIT.units);
    expect(await command('DBSIZE')).toMatch(/^[01]\n/);
  });

  it('keeps the exact number of units taken', async () => {
    const { take } = await allowances();
    const left: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      left.push((await take('a', 1)).remaining);
      await command('FLUSHALL');
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    expect((await take('a', 1)).isAllowed).toBe(false);
  });

  it('grants no new allowances when cached answers displace them', async () => {
    const { take } = await allowances();
    const { run } = await memory();
    const used = Number(/used_memory:(\d+)/.exec(await command('INFO', 'memory'))?.[1]);
    await command('CONFIG', 'SET', 'maxmemory', String(used + 300_000), 'maxmemory-policy', 'allkeys-lru');
    let given = 0;
    for (let round = 0; round < 12; round += 1) {
      given += (await take('a', 1)).isAllowed ? 1 : 0;
      const names = Array.from({ length: 100 }, (_, index) => `answer ${round} ${index}`);
      await run((commands) => Promise.all(names.map((name) => commands.set(name, 'x'.repeat(10_000)))));
    }
    expect(Number(/evicted_keys:(\d+)/.exec(await command('INFO', 'stats'))?.[1])).toBeGreaterThan(1_000);
    expect(given).toBe(LIMIT.units);
  });

  it('turns one allowance into at most one for each server', async () => {
    const servers = [await allowances(), await allowances()];
    await fill('allkeys-lru');
    let given = 0;
    for (let round = 0; round < 20; round += 1) {
      for (const { take } of servers) given += (await take('a', 1)).isAllowed ? 1 : 0;
    }
    expect(given).toBeLessThanOrEqual(LIMIT.units * servers.length);
  });

  it('and recovers gives no client more than its allowance', async () => {
    const [one, another] = [await allowances(), await allowances()];
    await one.take('a', 3);
    expect(await another.take('a', 1)).toMatchObject({ isAllowed: true, remaining: 1 });
    await command('FLUSHALL');
    expect(await another.take('a', 1)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await one.take('a', 1)).toMatchObject({ isAllowed: false });
  });

  it('that accepts no writes makes each instance count alone, from the last shared state', async () => {
    const { take } = await allowances();
    await take('a', 4);
    await fill('noeviction');
    expect(await take('a', 1)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await take('a', 1)).toMatchObject({ isAllowed: false });
  });
});

describe.each(['allkeys-lru', 'noeviction'])('lookups on servers whose store is full, %s', (policy) => {
  async function server() {
    const tools = fakeToolbox(60_000);
    const started = await testServer(
      { SONDE_REDIS_URL: redis.url, SONDE_RATE_LIMIT: 'off' },
      { toolbox: tools.toolbox },
    );
    await eventually(async () => {
      expect((await started.app.inject('/readyz')).json()._data.stores.cache).toBe('redis');
    });
    return { ...started, tools };
  }

  it('are all answered, each with its own measurement', async () => {
    const servers = [await server(), await server()];
    await fill(policy);
    for (const { tools } of servers) {
      tools.toolbox.measure = async ({ query }, { report }) => {
        report({ left: 1 });
        return { host: String(query['host']), steps: String(query['host']).length, gaps: [] };
      };
    }
    const hosts = Array.from({ length: 60 }, (_, index) => `${'x'.repeat(index % 20)}target-${index % 15}.example`);
    const ask = async (host: string, index: number) => {
      const { app } = servers[index % 2] ?? expect.fail();
      return (await app.inject({ url: `${COUNTDOWN}?host=${host}`, remoteAddress: `203.0.113.${index}` })).json();
    };
    for (let wave = 0; wave < 3; wave += 1) {
      const answers = await Promise.all(hosts.map(ask));
      const wrong = answers.filter(({ success, code }) => !success && code !== 'busy');
      expect(wrong).toEqual([]);
      for (const [index, { success, _data }] of answers.entries()) {
        if (success) expect(_data).toMatchObject({ host: hosts[index], steps: hosts[index]?.length });
      }
    }
  });
});
