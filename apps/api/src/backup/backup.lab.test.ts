import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { runBackup } from '../backup.ts';
import { accountBrowser, someone } from '../testing/account-browser.ts';
import { accountServers, accountStores } from '../testing/account-stores.ts';

const CALL = '/api/v2/dnsRecords?domain=kept.example';
type Variables = Record<string, string> & { readonly SONDE_DATA_DIR: string };
type Serve = ReturnType<typeof accountServers>;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-backup-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

const run = (action: 'backup' | 'restore', dir: string, env: Record<string, string>) =>
  runBackup(action, dir, { SONDE_RESOLVERS: '127.0.0.1:9', ...env }, new AbortController().signal);

/** A server with a member, a lookup in its history, a result that it has signed, and octets in tables. */
async function filled(serve: Serve) {
  const server = await serve();
  const browser = server.browser();
  const email = someone();
  expect((await browser.signUp(email)).statusCode).toBe(200);
  const { body } = await browser.get(CALL);
  await browser.history(1);
  const payload = { key: CALL, sha256: createHash('sha256').update(body).digest('hex') };
  const { id } = (await server.app.inject({ method: 'POST', url: '/api/v2/snapshots', payload })).json()._data;
  const kept = (await server.app.inject(`/r/${id}.json`)).body;
  return { server, browser, email, id, kept };
}

/** A row as a text, with its octets in hexadecimal. */
const textOf = (row: object) =>
  Object.entries(row)
    .map(([name, value]) => `${name}=${typeof value === 'object' && value !== null ? hex(value) : String(value)}`)
    .toSorted()
    .join();
const hex = (octets: Uint8Array | ArrayBuffer) => Buffer.from(new Uint8Array(octets)).toString('hex');

/** What a moment later means nothing any more. */
const PASSING = ['clock', 'turns'];

/** All rows of all tables. */
const rowsOf = ({ accounts }: Awaited<ReturnType<Serve>>) =>
  accounts.store.use(async (db) => {
    const tables = (await db.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => !PASSING.includes(name));
    const rows = await Promise.all(
      tables.toSorted().map(async (name) => {
        const found = await sql<object>`select * from ${sql.table(name)}`.execute(db);
        return [name, found.rows.map(textOf).toSorted()] as const;
      }),
    );
    return Object.fromEntries(rows);
  });

async function expectRestored(restored: Awaited<ReturnType<Serve>>, first: Awaited<ReturnType<typeof filled>>) {
  expect(await rowsOf(restored)).toEqual(await rowsOf(first.server));
  // The cookie of the first server is still valid, and so is the password.
  const earlier = accountBrowser(restored.app);
  for (const [name, value] of first.browser.cookies) earlier.cookies.set(name, value);
  expect((await earlier.data('history')).total).toBe(1);
  expect((await accountBrowser(restored.app).signIn(first.email)).statusCode).toBe(200);
  expect((await restored.app.inject(`/r/${first.id}.json`)).body).toBe(first.kept);
  const read = await restored.app.inject(`/api/v2/snapshots/${first.id}`);
  expect(read.json()._data.signature).toBe('valid');
}

const keysOf = async ({ app }: Awaited<ReturnType<Serve>>) =>
  (await app.inject('/.well-known/sonde-keys.json')).json().keys.map(({ kid }: { kid: string }) => kid);

const stores = accountStores('empty');

describe.each(stores)('a backup of the %s store', (kind, variables) => {
  it('is made of a running server, restored into an empty place, and signs with the same key', async () => {
    const shared: Variables = await variables();
    const first = await filled(accountServers(async () => shared));
    const dir = join(await folder(), 'deep/backup');
    expect(await run('backup', dir, shared)).toEqual({
      status: 'done',
      said: [`${dir}: sonde.db, secret, signing-key.pem`],
    });
    expect((await readdir(dir)).toSorted()).toEqual(['backup.json', 'secret', 'signing-key.pem', 'sonde.db']);
    for (const name of await readdir(dir)) expect((await stat(join(dir, name))).mode & 0o777, name).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);

    const other: Variables = await variables();
    const { status, said } = await run('restore', dir, other);
    expect([status, said.length]).toEqual(['done', 1]);
    const restored = await accountServers(async () => other)();
    await expectRestored(restored, first);
    // A new result is signed with the key of the first server.
    const { body } = await restored.app.inject('/api/v2/dnsRecords?domain=new.example');
    const payload = {
      key: '/api/v2/dnsRecords?domain=new.example',
      sha256: createHash('sha256').update(body).digest('hex'),
    };
    expect((await restored.app.inject({ method: 'POST', url: '/api/v2/snapshots', payload })).statusCode).toBe(200);
    expect(await keysOf(restored)).toEqual(await keysOf(first.server));
    expect(kind).toBe(restored.accounts.store.kind);
  });

  inLongSet(it)('can be used as a data folder', async () => {
    const shared: Variables = await variables();
    const first = await filled(accountServers(async () => shared));
    const dir = join(await folder(), 'backup');
    await run('backup', dir, shared);
    await expectRestored(await accountServers(async () => ({ SONDE_DATA_DIR: dir }))(), first);
  });

  inLongSet(it)('never overwrites anything, and leaves nothing behind when it fails', async () => {
    const shared: Variables = await variables();
    const first = await filled(accountServers(async () => shared));
    const parent = await folder();
    const dir = join(parent, 'backup');
    await run('backup', dir, shared);
    expect(await run('backup', dir, shared)).toMatchObject({
      status: 'refused',
      said: [expect.stringContaining('is not empty')],
    });
    const before = await rowsOf(first.server);
    expect(await run('restore', dir, shared)).toMatchObject({ status: 'refused' });
    expect(await rowsOf(first.server)).toEqual(before);
    expect(await readdir(parent)).toEqual(['backup']);
    expect((await readdir(shared.SONDE_DATA_DIR)).filter((name) => name.startsWith('restore-'))).toEqual([]);
  });

  it('refuses what was changed, is cut off, or is of a newer Sonde', async () => {
    const shared: Variables = await variables();
    const first = await filled(accountServers(async () => shared));
    const dir = join(await folder(), 'backup');
    const add = sql`insert into kysely_migration (name, timestamp) values ('2999-01-01-1-future', '2999-01-01')`;
    await run('backup', dir, shared);
    await appendFile(join(dir, 'sonde.db'), 'x');
    const other: Variables = await variables();
    const refusal = async (words: string) => {
      expect(await run('restore', dir, other)).toEqual({ status: 'refused', said: [expect.stringContaining(words)] });
      expect((await readdir(other.SONDE_DATA_DIR)).filter((name) => name !== 'data')).toEqual([]);
    };
    await refusal('is not what was backed up');
    await rm(join(dir, 'sonde.db'));
    await refusal('cannot be read');
    await writeFile(join(dir, 'backup.json'), '{"format":1');
    await refusal('is not the description of a backup');
    await rm(dir, { recursive: true });
    await refusal('is not a backup of Sonde');
    await first.server.accounts.store.use((db) => add.execute(db));
    const made = await run('backup', dir, shared);
    if (kind === 'postgresql') {
      expect(made.said[0]).toContain('of another version of Sonde');
      return;
    }
    await refusal('is of a newer Sonde');
  });
});

const newStore = async (wanted: 'embedded' | 'postgresql'): Promise<Variables> => {
  const [, variables] = stores.find(([kind]) => kind === wanted) ?? expect.fail();
  return variables();
};

inLongSet(describe)('a backup', () => {
  inLongSet(it)('of an embedded store is restored into PostgreSQL, and the other way round', async () => {
    const embedded: Variables = await newStore('embedded');
    const first = await filled(accountServers(async () => embedded));
    const dir = join(await folder(), 'backup');
    await run('backup', dir, embedded);
    const SONDE_SECRET = (await readFile(join(dir, 'secret'), 'utf8')).trim();
    const other: Variables = { ...(await newStore('postgresql')), SONDE_SECRET };
    expect(await run('restore', dir, other)).toMatchObject({ status: 'done' });
    const again = join(await folder(), 'backup');
    expect(await run('backup', again, other)).toMatchObject({ status: 'done' });
    const restored = await accountServers(async () => other)();
    await expectRestored(restored, first);
    const third = { SONDE_DATA_DIR: join(await folder(), 'data') };
    await run('restore', again, third);
    await expectRestored(await accountServers(async () => third)(), first);
  });

  inLongSet(it)('says that another secret signs all members out', async () => {
    const embedded: Variables = await newStore('embedded');
    await filled(accountServers(async () => embedded));
    const dir = join(await folder(), 'backup');
    await run('backup', dir, embedded);
    const { said } = await run('restore', dir, await newStore('postgresql'));
    expect(said[1]).toContain('all members have to sign in again');
  });

  inLongSet(it)('is refused where there is nothing, and for a wrong variable', async () => {
    const data = await folder();
    const dir = join(await folder(), 'backup');
    expect(await run('backup', dir, { SONDE_DATA_DIR: data })).toMatchObject({
      status: 'refused',
      said: [expect.stringContaining('nothing to back up')],
    });
    expect(await run('backup', dir, { SONDE_DATA_DIR: data, PORT: 'x' })).toMatchObject({ status: 'misconfigured' });
    await expect(stat(dir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  inLongSet(it)('of a damaged database is refused', async () => {
    const data = await folder();
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'sonde.db'), 'this is no database\n'.repeat(1_000));
    const parent = await folder();
    expect(await run('backup', join(parent, 'backup'), { SONDE_DATA_DIR: data })).toMatchObject({ status: 'refused' });
    expect(await readdir(parent)).toEqual([]);
  });
});
