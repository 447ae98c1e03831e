import { createHash, randomUUID } from 'node:crypto';
import { answerEnvelope } from '@sonde/contract';
import { loadTools } from '@sonde/probes';
import { answersAddress, scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { openJobs } from '../jobs/store-jobs.ts';
import type { Database } from '../stores/tables.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { createListStore } from './list-store.ts';

const OURS = 'sonde_ours';
const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const TOKENS = `ours:${hash(OURS)}`;
const headers = { authorization: `Bearer ${OURS}` };
const LISTS = '/api/v2/lists';
/** Lists take a share of the process: asking all the time would leave them none. */
const SPARING_MS = 200;
const estimate = { lookups: 3, seconds: 1, because: null };
const items = ['a', 'b', 'c'].map((name, position) => ({
  position,
  target: `${name}.example`,
  tool: 'dns',
  place: null,
}));
const noJob = async () => {};

beforeAll(() => loadTools());

/** As a version without jobs of lists leaves it behind when it is killed. */
async function asBeforeJobs(db: Database): Promise<void> {
  for (const column of ['runner', 'runs_until'])
    await sql`alter table lists add column ${sql.ref(column)} text`.execute(db);
  await sql`update lists set runner = 'killed', runs_until = '2999-01-01'`.execute(db);
  await sql`delete from kysely_migration where name = '2026-11-28-5-jobs-of-lists'`.execute(db);
}

describe.each(oneAccountStore())('the jobs of lists in the %s store', (kind, variables) => {
  async function installation() {
    const given = await variables();
    const serve = accountServers(async () => given);
    return (more: Record<string, string> = {}) =>
      serve({ SONDE_API_TOKENS: TOKENS, ...more }, { net: scriptedResolver(answersAddress).net, drainMs: 0 });
  }

  const addWithoutJob = async (store: ReturnType<typeof createListStore>, owner: string) => {
    const id = randomUUID();
    await store.add({ owner, network: null }, { id, name: '', tools: ['dns'], from: [], estimate }, items, noJob);
    return id;
  };

  it('are sent again when they are missing: a list that an earlier version was running goes on', async () => {
    const start = await installation();
    const first = await start();
    const { store } = first.accounts;
    await first.app.inject({ method: 'POST', url: LISTS, headers, payload: { targets: 'a.example', tools: ['dns'] } });
    const { owner } = await eventually(() =>
      store.use((db) =>
        db.selectFrom('lists').select('owner').where('ended_at', 'is not', null).executeTakeFirstOrThrow(),
      ),
    );
    const id = await addWithoutJob(createListStore(store), owner);
    await first.background.stop();
    await store.use(asBeforeJobs);
    const second = await start({ SONDE_WATCH: 'off' });
    await second.begin();
    const found = await eventually(async () => {
      const { _data: list } = (await second.app.inject({ url: `${LISTS}/${id}`, headers })).json();
      expect(list.endedAt).not.toBeNull();
      return list;
    });
    expect(found.items.map(({ target }: { target: string }) => target)).toEqual([
      'a.example',
      'b.example',
      'c.example',
    ]);
  });

  inLongSet(it)('are worked on by every process that works, four lists in each', async () => {
    const given = await variables();
    const people = ['a', 'b', 'c', 'd', 'e', 'f'];
    const tokens = people.map((name) => `${name}:${hash(`sonde_${name}`)}`).join(',');
    const serve = accountServers(async () => given);
    const start = () => serve({ SONDE_API_TOKENS: tokens }, { net: scriptedResolver(silent([])).net, drainMs: 0 });
    const first = await start();
    for (const name of people) {
      const payload = { targets: `${name}.example`, tools: ['dns'] };
      const own = { authorization: `Bearer sonde_${name}`, 'x-forwarded-for': `192.0.2.${people.indexOf(name)}` };
      expect((await first.app.inject({ method: 'POST', url: LISTS, headers: own, payload })).statusCode).toBe(200);
    }
    const active = async () =>
      (await first.background.counts()).find(({ queue }) => queue === 'list')?.active ?? Number.NaN;
    await eventually(async () => expect(await active()).toBeGreaterThanOrEqual(4));
    if (kind === 'embedded') return;
    await (await start()).begin();
    await eventually(async () => expect(await active()).toBe(people.length));
  });

  inLongSet(it)('of a process that stops are due at once, so that another one goes on', async () => {
    const given = await variables();
    const ours = { SONDE_API_TOKENS: TOKENS };
    const first = await accountServers(async () => given)(ours, { net: scriptedResolver(silent([])).net, drainMs: 0 });
    const payload = { targets: 'a.example\nb.example', tools: ['dns'] };
    const { id } = (await first.app.inject({ method: 'POST', url: LISTS, headers, payload })).json()._data;
    const count = async () => (await first.background.counts()).find(({ queue }) => queue === 'list');
    await eventually(async () => expect(await count()).toMatchObject({ active: 1 }));
    await first.background.stop();
    const jobs = await openJobs(first.accounts.store, () => {});
    await jobs.open([]);
    expect(await jobs.due('list')).toMatchObject([{ key: id }]);
    await jobs.close();
  });

  inLongSet(it)(
    'are sent again when a list passes its turn on to one of somebody else, so that it ends later',
    async () => {
      const given = await variables();
      const people = ['a', 'b', 'c', 'd', 'visitor'];
      const tokens = people.map((name) => `${name}:${hash(`sonde_${name}`)}`).join(',');
      let release = () => {};
      const visitorIsServed = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { net } = scriptedResolver(async (question, signal) => {
        if (!question.name.startsWith('visitor')) await visitorIsServed;
        return answersAddress(question, signal);
      });
      const { app } = await accountServers(async () => given)({ SONDE_API_TOKENS: tokens }, { net, drainMs: 0 });
      const own = (name: string) => ({
        authorization: `Bearer sonde_${name}`,
        'x-forwarded-for': name === 'visitor' ? '192.0.2.7' : '203.0.113.66',
      });
      const started = new Map<string, string>();
      for (const name of people) {
        // Those of one domain are looked up one after another.
        const targets = Array.from({ length: name === 'visitor' ? 1 : 8 }, (_, at) => `${name}${at}.${name}.example`);
        const payload = { targets, tools: ['dns'] };
        const { _data } = (await app.inject({ method: 'POST', url: LISTS, headers: own(name), payload })).json();
        started.set(name, _data.id);
      }
      const ended = (name: string) =>
        eventually(async () => {
          const found = (await app.inject({ url: `${LISTS}/${started.get(name)}`, headers: own(name) })).json()._data;
          expect(found.endedAt).not.toBeNull();
          return found;
        }, SPARING_MS);
      expect(await ended('visitor')).toMatchObject({ done: 1, total: 1 });
      release();
      for (const name of people.slice(0, -1)) expect(await ended(name)).toMatchObject({ done: 8, total: 8 });
    },
  );

  inLongSet(it)('may be run twice: the first outcome of a lookup stays, and is counted once', async () => {
    const { accounts } = await (await installation())();
    const store = createListStore(accounts.store);
    const id = await addWithoutJob(store, 'someone');
    const outcome = (text: string) => ({
      ...{ target: 'a.example', tool: 'dns' },
      outcome: answerEnvelope({ text, gaps: [], findings: [] }) as never,
    });
    await store.end(id, 0, outcome('first'));
    const bytes = () => accounts.store.use((db) => db.selectFrom('lists').select('bytes').executeTakeFirstOrThrow());
    const before = await bytes();
    await store.end(id, 0, outcome('second, by a worker that was suspended meanwhile'));
    expect(await store.outcomesAt(id, [0])).toMatchObject([{ outcome: { _data: { text: 'first' } } }]);
    expect(await bytes()).toEqual(before);
  });
});
