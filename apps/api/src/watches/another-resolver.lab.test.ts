import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Watch } from '@sonde/contract/watch/watch';
import { type ChangingResolver, startChangingResolver } from '@sonde/lab';
import { createNodeNet, type NodeNet, readNetSettings } from '@sonde/probes';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { type AccountBrowser, someone } from '../testing/account-browser.ts';
import { accountServers } from '../testing/account-stores.ts';

const WATCHES = '/api/v2/watches';
const NAME = 'shop.example';
const recordsOf = (mail: string) => ['0 IN A 192.0.2.53', `0 IN MX 10 ${mail}.shop.example.`];

let [first, second]: ChangingResolver[] = [];
let net: NodeNet;
beforeAll(async () => {
  [first, second] = await Promise.all([startChangingResolver(NAME), startChangingResolver(NAME)]);
  const { settings } = readNetSettings({ SONDE_RESOLVERS: `${first.address},${second.address}` });
  if (settings === null) throw new Error('The settings do not fit.');
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await Promise.all([first?.stop(), second?.stop()]);
});

const serve = accountServers(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-resolvers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { SONDE_DATA_DIR: folder };
});

/** A watch of the name, which both resolvers know, and which was measured twice. */
async function watched() {
  const [one, other] = [first, second];
  if (one === undefined || other === undefined) throw new Error('no resolvers');
  await Promise.all([one, other].map((resolver) => resolver.set(NAME, recordsOf('mx1'))));
  const { browser } = await serve(
    { SONDE_RESOLVERS: `${one.address},${other.address}`, SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s' },
    { net },
  );
  const member = browser();
  await member.signUp(someone());
  const { id } = (await member.post(WATCHES, { tool: 'dns', query: { domain: NAME }, everySeconds: 10 })).json()._data;
  const read = async (): Promise<Watch> => member.data(`${WATCHES}/${id}`);
  const known = await eventually(async () => {
    const watch = await read();
    expect(Object.keys(watch.facts)).toContain('records/MX');
    return watch;
  });
  await eventually(async () => expect((await read()).checkedAt).not.toBe(known.checkedAt));
  return { one, other, read, look: () => look(member, id, read) };
}

/** Has it measured now, and waits until that has ended. */
async function look(member: AccountBrowser, id: string, read: () => Promise<Watch>): Promise<Watch> {
  const { checkedAt } = await read();
  await member.post(`${WATCHES}/${id}/check`, {});
  return eventually(async () => {
    const watch = await read();
    expect(watch.checkedAt).not.toBe(checkedAt);
    return watch;
  });
}

it('a change counts once another resolver has it too, which is asked for that only', async () => {
  const { one, other, read, look } = await watched();
  expect(await other.heard()).toBe(0);
  await one.set(NAME, recordsOf('mx2'));
  await eventually(async () => expect((await look()).changes).toMatchObject([{ state: 'suspected' }]));
  await eventually(async () => expect(await other.heard()).toBeGreaterThan(0));
  // Both are asked in turn, and disagree.
  for (let times = 0; times < 4; times += 1)
    expect((await look()).changes).toMatchObject([{ state: 'suspected', path: 'records/MX' }]);
  await other.set(NAME, recordsOf('mx2'));
  await eventually(async () => expect((await look()).changes).toMatchObject([{ state: 'confirmed' }]));
  expect((await read()).changes).toHaveLength(1);
  const before = await other.heard();
  await look();
  await look();
  expect(await other.heard()).toBe(before);
}, 60_000);

inLongSet(it)(
  'what the first resolver shows only once is no news, and a resolver that is away delays nothing',
  async () => {
    const { one, other, look } = await watched();
    await one.set(NAME, recordsOf('odd'));
    await eventually(async () => expect((await look()).changes).toMatchObject([{ state: 'suspected' }]));
    await one.set(NAME, recordsOf('mx1'));
    await eventually(async () => expect((await look()).changes).toMatchObject([{ state: 'withdrawn' }]));
    await other.stop();
    await one.set(NAME, recordsOf('mx3'));
    await eventually(async () => expect((await look()).changes).toMatchObject([{ state: 'confirmed' }, {}]));
  },
  60_000,
);
