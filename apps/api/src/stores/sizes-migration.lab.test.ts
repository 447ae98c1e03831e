import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountServers, accountStores } from '../testing/account-stores.ts';

const CALL = '/api/v2/dnsRecords?domain=kept.example';
const NAME = '2026-11-24-2-sizes';

describe.each(accountStores('empty'))('snapshots of an earlier version in the %s store', (_kind, variables) => {
  it('remain readable, and get their sizes', async () => {
    const shared = await variables();
    const serve = accountServers(async () => shared);
    const first = await serve();
    const { body } = await first.app.inject(CALL);
    const payload = { key: CALL, sha256: createHash('sha256').update(body).digest('hex') };
    const { id } = (await first.app.inject({ method: 'POST', url: '/api/v2/snapshots', payload })).json()._data;
    const badge = (await first.app.inject(`/r/${id}.svg`)).body;
    const stored = async ({ accounts }: typeof first) =>
      (await accounts.store.use((db) => db.selectFrom('snapshots').select('stored_bytes').executeTakeFirstOrThrow()))
        .stored_bytes;
    const bytes = await stored(first);
    expect(bytes).toBeGreaterThan(100);
    // As it was before the migration.
    await first.accounts.store.use(async (db) => {
      await sql`drop index snapshots_by_size`.execute(db);
      for (const column of ['bytes', 'stored_bytes', 'badge'])
        await sql`alter table snapshots drop column ${sql.ref(column)}`.execute(db);
      await sql`alter table lists drop column bytes`.execute(db);
      await sql`delete from kysely_migration where name = ${NAME}`.execute(db);
    });
    const later = await serve();
    expect((await later.app.inject(`/api/v2/snapshots/${id}`)).json()._data).toMatchObject({
      signature: 'valid',
      snapshot: { id, target: 'kept.example' },
    });
    expect((await later.app.inject(`/r/${id}.svg`)).body).toBe(badge);
    expect(await stored(later)).toBe(bytes);
  });
});
