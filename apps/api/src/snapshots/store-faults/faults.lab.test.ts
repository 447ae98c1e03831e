import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startPostgresLab } from '@sonde/lab';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { createStore } from '../../stores/store.ts';
import type { Database } from '../../stores/tables.ts';
import { accountServers, oneAccountStore } from '../../testing/account-stores.ts';
import { testConfig, testServer } from '../../testing/test-server.ts';

const CALL = '/api/v2/dnsRecords?domain=kept.example';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type App = Awaited<ReturnType<typeof testServer>>['app'];

async function keep(app: App, call = CALL) {
  const { body } = await app.inject(call);
  return app.inject({ method: 'POST', url: '/api/v2/snapshots', payload: { key: call, sha256: sha256(body) } });
}
const signatureOf = async (app: App, id: string) =>
  (await app.inject(`/api/v2/snapshots/${id}`)).json()._data?.signature;
const keysOf = async (app: App): Promise<{ kid: string }[]> =>
  (await app.inject('/.well-known/sonde-keys.json')).json().keys;

describe.each(oneAccountStore())('snapshots in the %s store, after a fault:', (kind, variables) => {
  async function serveTwice(second: Record<string, string>) {
    const used = await variables();
    const first = await accountServers(async () => used)();
    const { id } = (await keep(first.app)).json()._data;
    const change = async (work: (db: Database) => Promise<unknown>) => {
      const store = createStore(testConfig(used).accounts, { onError: () => {} });
      await store.use(work);
      await store.close();
    };
    return {
      id,
      used,
      change,
      first: first.app,
      start: async () => (await accountServers(async () => ({ ...used, ...second }))()).app,
    };
  }

  it('a changed result in the store: the signature is invalid', async () => {
    const { id, first, change } = await serveTwice({});
    expect(await signatureOf(first, id)).toBe('valid');
    const { snapshot } = (await first.inject(`/api/v2/snapshots/${id}`)).json()._data;
    const [part] = snapshot.parts;
    const text = JSON.stringify(part.outcome).replace('192.0.2.', '192.0.3.').replace('"OK"', '"Ok"');
    await change((db) =>
      db
        .updateTable('snapshot_bodies')
        .set({ body: gzipSync(text) })
        .execute(),
    );
    expect(await signatureOf(first, id)).toBe('invalid');
  });

  inLongSet(it)('an unreadable result in the store: the snapshot is not found', async () => {
    const { id, first, change } = await serveTwice({});
    await change((db) =>
      db
        .updateTable('snapshot_bodies')
        .set({ body: Buffer.from('nothing') })
        .execute(),
    );
    expect((await first.inject(`/api/v2/snapshots/${id}`)).statusCode).toBe(404);
  });

  inLongSet(it)('a changed secret or a lost key file: the old key still verifies, and a new one signs', async () => {
    const { id, used, start } = await serveTwice({ SONDE_SECRET: 'another secret, which is as long as the first' });
    if (kind === 'embedded') {
      const file = join(used.SONDE_DATA_DIR, 'signing-key.pem');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await rm(file);
    }
    const second = await start();
    expect(await signatureOf(second, id)).toBe('valid');
    const { id: later } = (await keep(second)).json()._data;
    expect(await signatureOf(second, later)).toBe('valid');
    const keys = await keysOf(second);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(2);
  });

  inLongSet(it)('a lost public key: the signature cannot be verified, but the content is shown', async () => {
    const { id, first, change } = await serveTwice({});
    await change((db) => db.deleteFrom('signing_keys').execute());
    const { snapshot, signature } = (await first.inject(`/api/v2/snapshots/${id}`)).json()._data;
    expect(signature).toBe('unknown-key');
    expect(snapshot.target).toBe('kept.example');
  });

  inLongSet(it)('lost key files, but the same secret: servers sign with the same key', async () => {
    const { start, first } = await serveTwice({});
    await keep(await start());
    expect(await keysOf(first)).toHaveLength(1);
  });
});

it('a frozen PostgreSQL: keeping fails with its own message, and lookups go on', async () => {
  const postgres = await startPostgresLab();
  onTestFinished(async () => {
    await postgres.resume();
    await postgres.stop();
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-snapshots-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { app } = await testServer({
    DATABASE_URL: await postgres.newDatabase(),
    SONDE_SECRET: 'a secret of the tests that is long enough',
    SONDE_DATA_DIR: dataDir,
    SONDE_RATE_LIMIT: 'off',
  });
  const { id } = (await keep(app)).json()._data;
  await postgres.pause();
  for (const answer of [await keep(app, `${CALL}.`), await app.inject(`/api/v2/snapshots/${id}`)]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'store-failed',
      message: expect.stringContaining('Kept results are unavailable right now. All tools still work.'),
    });
  }
  expect((await app.inject(CALL)).statusCode).toBe(200);
  expect((await app.inject('/readyz')).json()._data.stores.history).toBe('postgresql, which does not answer');
  await postgres.resume();
  await expect.poll(() => signatureOf(app, id), { timeout: 30_000 }).toBe('valid');
}, 90_000);

inLongSet(it)('a data folder that is not writable: keeping fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-snapshots-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // A file in the place of the folder, since root can write to any folder.
  const dataDir = join(folder, 'file');
  await writeFile(dataDir, '');
  const { app } = await testServer({ SONDE_DATA_DIR: dataDir, SONDE_RATE_LIMIT: 'off' });
  const refused = await keep(app);
  expect(refused.json()).toMatchObject({ success: false, code: 'store-failed' });
  expect((await app.inject(CALL)).statusCode).toBe(200);
});
