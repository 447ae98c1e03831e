import { randomUUID } from 'node:crypto';
import type { Watch } from '@sonde/contract/watch/watch';
import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import type { SentJob } from '../jobs/background.ts';
import { someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { sweep } from './sweep.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe.each(oneAccountStore())('sweeping the watches in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  it('removes what is older than the operator keeps, but not the state that still stands, and sends lost jobs', async () => {
    const { accounts, background, browser } = await serve({}, { net: scriptedResolver(answersAddress).net });
    const { store } = accounts;
    const member = browser();
    await member.signUp(someone());
    const { id } = (await member.post('/api/v2/watches', { tool: 'dns', query: { domain: 'shop.example' } })).json()
      ._data;
    const read = async (): Promise<Watch> => member.data(`/api/v2/watches/${id}`);
    const standing = await eventually(async () => {
      const { observations } = await read();
      expect(observations).toMatchObject([{ snapshot: expect.any(String) }]);
      return observations[0];
    });
    await background.stop();
    await store.use(async (db) => {
      const { owner } = await db.selectFrom('watches').select('owner').executeTakeFirstOrThrow();
      await db
        .updateTable('watch_observations')
        .set({ from_at: daysAgo(50) })
        .execute();
      await db
        .updateTable('snapshots')
        .set({ kept_at: daysAgo(50) })
        .execute();
      const former = await db.selectFrom('watch_observations').selectAll().executeTakeFirstOrThrow();
      // The embedded store reads an ArrayBuffer, and writes none.
      const facts = former.facts === null ? null : Buffer.from(former.facts);
      const times = (days: number) => ({ id: randomUUID(), from_at: daysAgo(60), until_at: daysAgo(days) });
      await db
        .insertInto('watch_observations')
        .values([31, 29].map((days) => ({ ...former, facts, snapshot_id: null, ...times(days) })))
        .execute();
      const change = {
        watch_id: id,
        owner,
        kind: 'changed',
        path: 'records/MX',
        weight: 'high',
        state: 'confirmed',
      } as const;
      const values = { before: 'null', after: 'null', confirmed_at: daysAgo(29), seen_at: null, places: null };
      await db
        .insertInto('watch_changes')
        .values([31, 29].map((days) => ({ ...change, ...values, id: randomUUID(), at: daysAgo(days) })))
        .execute();
      await db
        .updateTable('watches')
        .set({ next_at: daysAgo(1) })
        .execute();
    });
    const sent: [string, SentJob][] = [];
    const send = async (queue: string, job: SentJob) => void sent.push([queue, job]);
    const parts = { store, background: { send }, channels: { due: async () => [] }, keptDays: 30 };
    await sweep(parts, AbortSignal.timeout(30_000));
    const { changes, observations } = await read();
    expect([changes.length, observations.map(({ snapshot }) => snapshot)]).toEqual([1, [standing?.snapshot, null]]);
    expect((await member.get(`/api/v2/snapshots/${standing?.snapshot}`)).statusCode).toBe(200);
    expect(sent).toEqual([['watch', { key: id, data: { party: expect.stringMatching(/^member:/) } }]]);
  });
});
