import { type RedisLab, startRedisLab } from '@sonde/lab';
import { createRegistryThrottle, defaultLimitSettings, serviceRates } from '@sonde/probes';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openSharedStore, type SharedStore } from './shared-store.ts';
import { targetLimitsOf } from './shared-target-limits.ts';

let redis: RedisLab;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis.stop());

const { signal } = new AbortController();
/** The clocks of Redis and of this process are not read at the same moment. */
const ROUNDING_MS = 20;

async function connected(): Promise<SharedStore> {
  const store = openSharedStore(redis.url, () => {});
  onTestFinished(() => store.close());
  await eventually(() => expect(store.isReachable).toBe(true));
  return store;
}

/** The limits of a separate instance. */
const instance = async () => targetLimitsOf(defaultLimitSettings, await connected());

it('two instances query a registry no more often than one', async () => {
  const at: number[] = [];
  const asking = (await Promise.all([instance(), instance()])).flatMap(({ registryTurns: turns }) => {
    const throttle = createRegistryThrottle({ intervalMs: serviceRates.registry.windowMs, maxWaitMs: 5000 });
    return [1, 2].map(() =>
      throttle.ask('whois.nic.example 43', signal, async () => void at.push(performance.now()), { turns }),
    );
  });
  await Promise.all(asking);
  expect(at).toHaveLength(4);
  for (const [index, time] of at.entries())
    if (index > 0) expect(time - (at[index - 1] ?? 0)).toBeGreaterThan(serviceRates.registry.windowMs - ROUNDING_MS);
}, 30_000);

it('certificate searches and servers of authorities are asked within one rate by all instances', async () => {
  const instances = await Promise.all([instance(), instance()]);
  for (const [kind, { units }] of [
    ['searchTurns', serviceRates.certificateSearch],
    ['revocationTurns', serviceRates.revocation],
  ] as const) {
    const decisions = await Promise.all(
      Array.from({ length: units * 2 }, (_, index) => instances[index % 2]?.[kind].take(`${kind} a.example`, 1)),
    );
    const allowed = decisions.filter((decision) => decision?.isAllowed).length;
    // While the questions are asked, a few turns come back.
    expect(allowed).toBeGreaterThanOrEqual(units);
    expect(allowed).toBeLessThan(units * 2);
  }
});

it('an instance without the store goes on by itself', async () => {
  const store = await connected();
  const { registryTurns } = targetLimitsOf(defaultLimitSettings, store);
  const take = async () => (await registryTurns?.take('registry alone', 1))?.isAllowed;
  expect(await take()).toBe(true);
  await redis.kill();
  await eventually(() => expect(store.isReachable).toBe(false));
  expect(await take()).toBe(false);
  await redis.restart();
});
