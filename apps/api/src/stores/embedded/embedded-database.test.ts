import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createStore, type Store } from '../store.ts';
import { databaseFile } from './embedded-database.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-embedded-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

const storeIn = (dataDir: string) =>
  createStore({ dataDir, databaseUrl: null }, { onError: (error) => expect.fail(error.message) });
const member = { id: 'one', email: 'one@example.com', password: 'a hash', created_at: '2026-11-21T00:00:00.000Z' };
const add = (store: Store) => store.use((db) => db.insertInto('members').values(member).execute());
const members = (store: Store) => store.use((db) => db.selectFrom('members').selectAll().execute());

it('checkpoints everything into its one file when it is closed', async () => {
  const [original, copy] = [await folder(), await folder()];
  const store = storeIn(original);
  await add(store);
  await store.close();
  await copyFile(databaseFile(original), databaseFile(copy));
  const restored = storeIn(copy);
  expect(await members(restored)).toEqual([member]);
  await restored.close();
});

it('can be closed while another process has it open and keeps reading', async () => {
  const dataDir = await folder();
  const [one, other] = [storeIn(dataDir), storeIn(dataDir)];
  expect(await members(other)).toEqual([]);
  await add(one);
  await one.close();
  expect(await members(other)).toEqual([member]);
  await other.close();
});
