import { type RedisLab, startRedisLab } from '@sonde/lab';
import { openSharedStore } from '@sonde/service/stores/shared-store';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createThrottle } from './throttle.ts';

let redis: RedisLab;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis.stop());

/** One of several servers that share a store. */
async function server() {
  const memory = openSharedStore(redis.url, () => {});
  onTestFinished(() => memory.close());
  await eventually(() => expect(memory.isReachable).toBe(true));
  return createThrottle(() => performance.now(), memory);
}

it('servers that share a store count guesses together, and give back attempts that were not guesses', async () => {
  const [first, second] = [await server(), await server()];
  const attempt = { client: '198.51.100.1', account: 'owner@example.com' };
  for (let index = 0; index < 20; index += 1) await (await first.signIn(attempt, null))();
  for (const one of [first, second]) {
    for (let index = 0; index < 5; index += 1) await one.signIn(attempt, null);
  }
  for (const one of [first, second]) {
    await expect(one.signIn(attempt, null)).rejects.toMatchObject({ code: 'rate-limited', retryAfterSeconds: 60 });
    await one.signIn(attempt, 'a known browser');
    await one.signIn({ ...attempt, client: '203.0.113.1' }, null);
  }
});
