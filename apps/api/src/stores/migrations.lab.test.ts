import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountBrowser, someone } from '../testing/account-browser.ts';
import { accountServers, accountStores } from '../testing/account-stores.ts';
import { appliedMigrations } from './migrations.ts';

describe.each(accountStores('empty'))('the %s store', (kind, variables) => {
  it('says that it is of a newer Sonde, in the log and in /readyz, and changes nothing', async () => {
    const shared = await variables();
    const serve = accountServers(async () => shared);
    const first = await serve();
    const email = someone();
    expect((await accountBrowser(first.app).signUp(email)).statusCode).toBe(200);
    const add = sql`insert into kysely_migration (name, timestamp) values ('2999-01-01-1-future', '2999-01-01')`;
    await first.accounts.store.use((db) => add.execute(db));
    const second = await serve();
    await second.accounts.begin();
    expect(second.log).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'this database is of a newer Sonde: install that version again',
        migrations: ['2999-01-01-1-future'],
      }),
    );
    const { stores } = (await second.app.inject('/readyz')).json()._data;
    expect(stores).toMatchObject({
      accounts: 'embedded, which is of a newer Sonde',
      history: `${kind}, which is of a newer Sonde`,
    });
    expect((await accountBrowser(second.app).signUp(someone())).statusCode).toBe(503);
    const remove = sql`delete from kysely_migration where name = '2999-01-01-1-future'`;
    await first.accounts.store.use((db) => remove.execute(db));
    const third = await serve();
    expect((await accountBrowser(third.app).signIn(email)).statusCode).toBe(200);
  });

  it('applies a migration although a later one was applied before it, and knows the earlier names', async () => {
    const shared = await variables();
    const serve = accountServers(async () => shared);
    const first = await serve();
    await accountBrowser(first.app).signUp(someone());
    const names = await first.accounts.store.use(appliedMigrations);
    await first.accounts.store.use(async (db) => {
      await sql`alter table lists drop column done`.execute(db);
      await sql`delete from kysely_migration where name = '2026-11-23-4-stopped-lists'`.execute(db);
      await sql`update kysely_migration set name = '2027-02-sizes' where name = '2026-11-24-2-sizes'`.execute(db);
    });
    const second = await serve();
    expect((await accountBrowser(second.app).signUp(someone())).statusCode).toBe(200);
    expect(await second.accounts.store.use(appliedMigrations)).toEqual(names);
    const { rows } = await second.accounts.store.use((db) => sql`select done from lists`.execute(db));
    expect(rows).toEqual([]);
  });

  it('has migrations whose names are days that have been', async () => {
    const { accounts } = await accountServers(variables)();
    const names = await accounts.store.use(appliedMigrations);
    const today = new Date().toISOString().slice(0, 10);
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d{2}-\d{2}-\d-[a-z-]+$/);
      expect(name.slice(0, 10) <= today, name).toBe(true);
    }
    expect(names).toEqual(names.toSorted());
  });
});
