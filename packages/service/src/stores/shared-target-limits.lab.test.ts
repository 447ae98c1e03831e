import { type RedisLab, runCommand, startRedisLab } from '@sonde/lab';
import {
  createFairAllowance,
  createMemoryBudget,
  createMemoryClaims,
  type FairAllowance,
  type QuestionBudget,
  type RateLimit,
} from '@sonde/probes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createSharedClaims } from './shared-claims.ts';
import { createSharedFairAllowance } from './shared-fair-allowance.ts';
import { createSharedQuestionBudget } from './shared-question-budget.ts';
import { openSharedStore, type SharedStore } from './shared-store.ts';

let redis: RedisLab;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis.stop());

/** A connection of its own, like that of a separate instance. */
async function connected(): Promise<SharedStore> {
  const store = openSharedStore(redis.url, () => {});
  onTestFinished(() => store.close());
  await eventually(() => expect(store.isReachable).toBe(true));
  return store;
}

const now = () => performance.now();

async function budgetOf(rules: readonly RateLimit[], store?: SharedStore): Promise<QuestionBudget> {
  return createSharedQuestionBudget(store ?? (await connected()), rules, createMemoryBudget(rules, now));
}

/** Takes small portions until nothing is granted. */
async function takeAll(budget: QuestionBudget, zone: string): Promise<number> {
  let taken = 0;
  for (;;) {
    const { questions } = await budget.take(zone, 50);
    if (questions === 0) return taken;
    taken += questions;
  }
}

describe('a budget of queries', () => {
  it('is shared by all instances, and every rule holds', async () => {
    const rules = [
      { units: 100_000, windowMs: 60_000 },
      { units: 1020, windowMs: 600_000 },
    ];
    const budgets = await Promise.all([budgetOf(rules), budgetOf(rules)]);
    const taken = await Promise.all(budgets.map((budget) => takeAll(budget, 'one.example')));
    expect(taken[0]).toBeGreaterThan(0);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(1020);
    expect(await takeAll(await budgetOf(rules), 'other.example')).toBe(1020);
  });

  it('reports when one query, and when a quarter of it, is free again, as in one process', async () => {
    const rules = [{ units: 100, windowMs: 600_000 }];
    const budget = await budgetOf(rules);
    await takeAll(budget, 'late.example');
    const { retryInMs, quarterFreeInMs } = await budget.take('late.example', 1);
    for (const ms of [retryInMs, quarterFreeInMs]) {
      expect(ms).toBeGreaterThan(599_000);
      expect(ms).toBeLessThanOrEqual(615_000);
    }
  });

  it('grants no more than the rule in any window, and grants again after it', async () => {
    const rules = [{ units: 100, windowMs: 1000 }];
    const budget = await budgetOf(rules);
    const granted: { atMs: number; questions: number }[] = [];
    const startedAtMs = now();
    while (now() - startedAtMs < 3500) {
      const { questions } = await budget.take('steady.example', 7);
      if (questions > 0) granted.push({ atMs: now(), questions });
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const inWindow = (from: number) =>
      granted.reduce((sum, { atMs, questions }) => (atMs >= from && atMs < from + 900 ? sum + questions : sum), 0);
    // Slightly less than the window, because the grant is received slightly later.
    expect(Math.max(...granted.map(({ atMs }) => inWindow(atMs)))).toBeLessThanOrEqual(100);
    expect(granted.reduce((sum, { questions }) => sum + questions, 0)).toBeGreaterThan(200);
  });

  it('is neither refilled nor unlimited if the store is lost', async () => {
    const rules = [{ units: 500, windowMs: 600_000 }];
    const store = await connected();
    const budget = await budgetOf(rules, store);
    for (let time = 0; time < 8; time += 1) await budget.take('lost.example', 50);
    await redis.kill();
    await eventually(() => expect(store.isReachable).toBe(false));
    expect(await takeAll(budget, 'lost.example')).toBe(100);
    await redis.restart();
    await eventually(() => expect(store.isReachable).toBe(true));
  });

  it('works without the store when its key holds something else', async () => {
    const { port } = new URL(redis.url);
    await runCommand('redis-cli', ['-h', '127.0.0.1', '-p', port, 'set', 'sonde:2:questions:{odd.example}', 'x']);
    expect(await takeAll(await budgetOf([{ units: 60, windowMs: 600_000 }]), 'odd.example')).toBe(60);
  });
});

describe('a claim', () => {
  const claimsOf = (store: SharedStore) => createSharedClaims(store, createMemoryClaims());

  it('is exclusive among all instances while it is held', async () => {
    const [first, second] = [claimsOf(await connected()), claimsOf(await connected())];
    const release = await first.claim('search held.example');
    expect(release).not.toBeNull();
    // As if most of the time had passed after which a dead instance no longer holds it: a living one renews it.
    const { port } = new URL(redis.url);
    const inRedis = (...command: string[]) => runCommand('redis-cli', ['-h', '127.0.0.1', '-p', port, ...command]);
    const key = 'sonde:1:claim:search held.example';
    await inRedis('pexpire', key, '1500');
    await eventually(async () => expect(Number(await inRedis('pttl', key))).toBeGreaterThan(1600));
    expect(await second.claim('search held.example')).toBeNull();
    expect(await second.claim('search other.example')).not.toBeNull();
    release?.();
    await eventually(async () => expect(await second.claim('search held.example')).not.toBeNull());
  }, 15_000);

  it('of a dead instance is soon free', async () => {
    const { port } = new URL(redis.url);
    const dead = ['set', 'sonde:1:claim:search gone.example', 'a dead server', 'PX', '300'];
    await runCommand('redis-cli', ['-h', '127.0.0.1', '-p', port, ...dead]);
    const claims = claimsOf(await connected());
    expect(await claims.claim('search gone.example')).toBeNull();
    await eventually(async () => expect(await claims.claim('search gone.example')).not.toBeNull());
  });

  it('counts only in this instance while the store is lost', async () => {
    const store = await connected();
    const claims = claimsOf(store);
    await redis.kill();
    await eventually(() => expect(store.isReachable).toBe(false));
    const release = await claims.claim('search lost.example');
    expect(release).not.toBeNull();
    expect(await claims.claim('search lost.example')).toBeNull();
    release?.();
    expect(await claims.claim('search lost.example')).not.toBeNull();
    await redis.restart();
  });
});

describe('limits divided between clients', () => {
  const rules = [{ units: 1200, windowMs: 600_000 }];

  async function takeAllOf(budget: QuestionBudget, zone: string, clients: readonly string[]): Promise<number> {
    let taken = 0;
    for (;;) {
      const { questions } = await budget.take(zone, 50, clients);
      if (questions === 0) return taken;
      taken += questions;
    }
  }

  it('leave something of a zone for the next client, whichever instances the clients use', async () => {
    const [one, other] = [await budgetOf(rules), await budgetOf(rules)];
    expect(await takeAllOf(one, 'fair.example', ['a'])).toBe(600);
    expect(await takeAllOf(other, 'fair.example', ['a'])).toBe(0);
    expect(await takeAllOf(other, 'fair.example', ['b'])).toBe(300);
    expect(await takeAllOf(one, 'fair.example', ['c'])).toBe(150);
  });

  it('give the same grants in the store as in one process, joined clients and networks included', async () => {
    const shared = await budgetOf(rules);
    const own = createMemoryBudget(rules, now);
    const asks = ['a', 'b', '2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:2:1::/64'];
    for (let step = 0; step < 60; step += 1) {
      const clients = step % 3 === 0 ? asks.slice(step % 4, (step % 4) + 2) : asks.slice(step % 5, (step % 5) + 1);
      const [one, other] = [
        await shared.take('same.example', 37, clients),
        await own.take('same.example', 37, clients),
      ];
      expect(one.questions).toBe(other.questions);
    }
    const { retryInMs } = await shared.take('same.example', 1200, ['a']);
    expect(Math.abs(retryInMs - (await own.take('same.example', 1200, ['a'])).retryInMs)).toBeLessThan(15_100);
  });

  it('divide the connections to an address, and return them to those for whom they were taken', async () => {
    const rate = { units: 300, windowMs: 300_000 };
    const allowanceOf = async () => createSharedFairAllowance(await connected(), rate, createFairAllowance(rate, now));
    const [one, other] = [await allowanceOf(), await allowanceOf()];
    const take = async (of: FairAllowance, units: number, ...clients: string[]) =>
      (await of.take('tls 192.0.2.1', units, clients)).isAllowed;
    expect(await take(one, 150, 'a')).toBe(true);
    expect(await take(other, 5, 'a')).toBe(false);
    expect(await take(other, 75, 'b')).toBe(true);
    expect(await take(one, 25, '2001:db8:1:1::/64')).toBe(true);
    expect(await take(one, -150, 'a')).toBe(true);
    expect(await take(other, 60, 'a')).toBe(true);
    expect((await one.take('tls 192.0.2.1', 0)).remaining).toBe(140);
  });

  it('say when a client may take more, and hold without the store', async () => {
    const rate = { units: 300, windowMs: 300_000 };
    const store = await connected();
    const allowance = createSharedFairAllowance(store, rate, createFairAllowance(rate, now));
    await allowance.take('tls 192.0.2.2', 150, ['a']);
    const { retryInMs } = await allowance.take('tls 192.0.2.2', 30, ['a']);
    // 30 of the 150 units leak out: 120 and 30 more are then half of all.
    expect(retryInMs).toBeGreaterThan(29_000);
    expect(retryInMs).toBeLessThanOrEqual(30_000);
    await redis.kill();
    await eventually(() => expect(store.isReachable).toBe(false));
    expect((await allowance.take('tls 192.0.2.2', 30, ['a'])).isAllowed).toBe(false);
    expect((await allowance.take('tls 192.0.2.2', 30, ['b'])).isAllowed).toBe(true);
    await redis.restart();
  });

  it('hold for each instance when the store is full and evicts nothing', async () => {
    const { port } = new URL(redis.url);
    const fill = (bytes: string) =>
      runCommand('redis-cli', ['-p', port, 'CONFIG', 'SET', 'maxmemory', bytes, 'maxmemory-policy', 'noeviction']);
    const rate = { units: 300, windowMs: 300_000 };
    const allowance = createSharedFairAllowance(await connected(), rate, createFairAllowance(rate, now));
    const budget = await budgetOf(rules);
    await fill('1');
    try {
      expect(await takeAllOf(budget, 'full.example', ['a'])).toBe(600);
      expect(await takeAllOf(budget, 'full.example', ['b'])).toBe(300);
      expect((await allowance.take('tls 192.0.2.3', 150, ['a'])).isAllowed).toBe(true);
      expect((await allowance.take('tls 192.0.2.3', 5, ['a'])).isAllowed).toBe(false);
      expect((await allowance.take('tls 192.0.2.3', 25, ['b'])).isAllowed).toBe(true);
    } finally {
      await fill('0');
    }
  });
});
