import type { ListState } from '@sonde/contract/lists/list-calls';
import type { Watch } from '@sonde/contract/watch/watch';
import { type RedisLab, startRedisLab } from '@sonde/lab';
import { defaultLimitsOf } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { createToolbox } from '@sonde/service';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { accountBrowser, someone } from '../testing/account-browser.ts';
import { postgresDatabase } from '../testing/account-stores.ts';
import { changingResolver } from '../testing/changing-resolver.ts';
import { connectAgent, enrol, placesServer, serviceWith } from '../testing/places.ts';

const WATCHES = '/api/v2/watches';
const LISTS = '/api/v2/lists';
const QUICKLY = { SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s', SONDE_TRUST_PROXY: '127.0.0.1' };
const asked = { tool: 'dns', query: { domain: 'shop.example' }, everySeconds: 10, from: ['self', 'fra'] };
const MX1 = 'mx1.shop.example.';

let redis: RedisLab;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis?.stop());

/** One process with pages and the connection of an agent, and another one that measures; they share Redis and PostgreSQL. */
async function installation() {
  const variables = {
    ...QUICKLY,
    SONDE_REDIS_URL: redis.url,
    DATABASE_URL: await postgresDatabase(),
    SONDE_SECRET: 'a secret of the tests that is long enough',
  };
  const here = changingResolver(MX1);
  const web = await placesServer({ ...variables, SONDE_ROLE: 'web' }, { net: changingResolver('unused.example.').net });
  const member = accountBrowser(web.app);
  await member.signUp(someone());
  const there = changingResolver(MX1);
  const service = serviceWith(createToolbox(there.net, noData, defaultLimitsOf(there.net)));
  const agent = await connectAgent(web, await enrol(web, 'fra'), { service });
  await agent.welcome;
  const work = await placesServer({ ...variables, SONDE_ROLE: 'work' }, { net: here.net, drainMs: 0 });
  onTestFinished(() => work.app.close());
  await work.begin();
  const read = async (id: string): Promise<Watch> => member.data(`${WATCHES}/${id}`);
  /** Has it measured once more. */
  const look = async (id: string): Promise<Watch> => {
    const { checkedAt } = await read(id);
    await member.post(`${WATCHES}/${id}/check`, {});
    return eventually(async () => {
      const watch = await read(id);
      expect(watch.checkedAt).not.toBe(checkedAt);
      return watch;
    }, 100);
  };
  return { member, here: here.state, there: there.state, look };
}

it('a watch is measured through an agent of another process, and goes on while the way to it is gone', async () => {
  const { member, there, look } = await installation();
  const { id } = (await member.post(WATCHES, asked)).json()._data;
  const known = await eventually(async () => {
    const watch = await look(id);
    expect(watch.facts['fra/records/MX']).toEqual([`shop.example 10 ${MX1}`]);
    return watch;
  });
  expect(known.changes).toEqual([]);
  await look(id);
  there.mail = 'mx2.shop.example.';
  const after = await eventually(async () => {
    const watch = await look(id);
    expect(watch.changes[0]?.state).toBe('confirmed');
    return watch;
  });
  expect(after.changes[0]).toMatchObject({ path: 'records/MX', kind: 'changed', places: { same: ['self'] } });
  expect(after.changes[0]?.text).toMatch(/^Changed in 1 of 2 places \(fra\)\./);

  await redis.kill();
  const away = await eventually(async () => {
    const watch = await look(id);
    expect(watch.changes[0]?.kind).toBe('cannot-measure');
    return watch;
  });
  expect([away.state, away.changes[0]?.text]).toEqual([
    'watching',
    'Cannot be measured in 1 of 2 places (fra: offline).',
  ]);
  await redis.restart();
  await eventually(async () => expect((await look(id)).changes[0]?.kind).toBe('back'));
}, 240_000);

it('a list is looked up through an agent of another process', async () => {
  const { member } = await installation();
  const wish = { targets: ['shop.example'], tools: ['dns'], from: asked.from };
  const { id } = (await member.post(LISTS, wish)).json()._data;
  const list = await eventually(async () => {
    const state: ListState = await member.data(`${LISTS}/${id}`);
    expect(state.endedAt).not.toBeNull();
    return state;
  }, 200);
  expect(list.items.map(({ place, failure, gaps }) => [place, failure, gaps.includes('offline')])).toEqual([
    ['self', null, false],
    ['fra', null, false],
  ]);
}, 120_000);
