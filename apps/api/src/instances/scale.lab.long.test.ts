import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Balancer,
  type DelayProxy,
  type MaliciousNameServer,
  type RedisLab,
  startBalancer,
  startDelayProxy,
  startMaliciousNameServer,
  startRedisLab,
} from '@sonde/lab';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { layOutBuiltServer } from '../testing/built-server.ts';
import { type Instance, startInstances } from '../testing/fleet.ts';

/** Delay of a packet in each direction; a query takes twice as long. */
const ONE_WAY_MS = 400;
const site = new URL('../../../../deploy/nginx/sonde.conf', import.meta.url);

let house = '';
let server = '';
let redis: RedisLab;
let upstream: MaliciousNameServer;
let distance: DelayProxy;
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'sonde-fleet-'));
  [server, redis, upstream] = await Promise.all([
    layOutBuiltServer(house),
    startRedisLab(),
    startMaliciousNameServer('answer'),
  ]);
  distance = await startDelayProxy({ target: upstream.address, delayMs: ONE_WAY_MS });
});
afterAll(async () => {
  await Promise.all([redis.stop(), upstream.stop(), distance.stop()]);
  await rm(house, { recursive: true });
});

let number = 0;
beforeEach(() => {
  number += 1;
});

const path = (name: string) => `/api/v2/dnsRecords?domain=${name}-${number}.example`;
/** How many queries for this name the upstream resolver has received. */
const heard = (name: string) => upstream.heard.filter((query) => query.name === `${name}-${number}.example`).length;

/** Two servers behind nginx with the shipped configuration. */
async function fleet(env: Readonly<Record<string, string>> = {}): Promise<{ ships: Instance[]; balancer: Balancer }> {
  const ships = await startInstances(server, 2, {
    SONDE_RESOLVERS: distance.address,
    SONDE_REDIS_URL: redis.url,
    SONDE_RATE_LIMIT: 'off',
    // A busy machine would make the servers refuse lookups.
    SONDE_LOAD_SHEDDING: 'off',
    SONDE_TRUST_PROXY: '127.0.0.1',
    ...env,
  });
  onTestFinished(async () => {
    await Promise.all(ships.map((ship) => ship.kill()));
  });
  const balancer = await startBalancer(
    await readFile(site, 'utf8'),
    ships.map(({ port }) => port),
  );
  onTestFinished(() => balancer.stop());
  for (const { url } of ships) {
    await eventually(async () =>
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ _data: { stores: { cache: 'redis' } } }),
    );
  }
  return { ships, balancer };
}

const statusOf = async (url: string) => (await fetch(url)).status;
const inParallel = (count: number, ask: (index: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

describe('two servers behind nginx', () => {
  it('query the upstream as often for forty identical calls as for one', async () => {
    const { balancer } = await fleet();
    await statusOf(`${balancer.url}${path('alone')}`);
    const alone = heard('alone');
    expect(alone).toBeGreaterThan(30);
    const statuses = await inParallel(40, () => statusOf(`${balancer.url}${path('crowd')}`));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(heard('crowd')).toBe(alone);
  });

  it('share the allowance of a client', async () => {
    const { balancer } = await fleet({ SONDE_RATE_LIMIT: '20/600s' });
    const statuses = await inParallel(20, (index) => statusOf(`${balancer.url}${path(`n${index}`)}`));
    // A lookup costs two units; a client's fifth concurrent lookup is refused, but still charged.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(await statusOf(`${balancer.url}${path('late')}`)).toBe(429);
  });

  it('lose no lookup when one of them is killed under load', async () => {
    const { ships, balancer } = await fleet();
    const load = inParallel(30, (index) => statusOf(`${balancer.url}${path(`n${index}`)}`));
    await eventually(() => expect(heard('n29')).toBeGreaterThan(0));
    await ships[0]?.kill();
    expect(new Set(await load)).toEqual(new Set([200]));
    expect(await statusOf(`${balancer.url}${path('after')}`)).toBe(200);
  });

  it('go on working without the store', async () => {
    const { balancer } = await fleet();
    const load = inParallel(10, (index) => statusOf(`${balancer.url}${path(`n${index}`)}`));
    await redis.kill();
    onTestFinished(() => redis.restart());
    expect(new Set(await load)).toEqual(new Set([200]));
    expect(await statusOf(`${balancer.url}${path('after')}`)).toBe(200);
  });
});
