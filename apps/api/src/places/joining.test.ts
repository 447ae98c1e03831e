import { createIdentity } from '@sonde/service/places/identity';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStore } from '../stores/store.ts';
import { placesServer } from '../testing/places.ts';
import { testConfig } from '../testing/test-server.ts';

describe('a code', () => {
  it('can be typed in any way, works once, and not when it is wrong', async () => {
    const server = await placesServer();
    const code = await server.add('fra');
    const { publicKey } = createIdentity();
    expect((await server.join('00000-00000', publicKey)).status).toBe(404);
    expect((await server.join(code.toLowerCase().replace('-', ' '), publicKey)).status).toBe(200);
    expect((await server.join(code, createIdentity().publicKey)).status).toBe(404);
    expect((await server.join(code, 'no key')).status).toBe(400);
  });

  it('cannot be used after a quarter of an hour', async () => {
    const server = await placesServer();
    const code = await server.add('fra');
    const store = createStore(testConfig(server.env).accounts, { onError: () => {} });
    onTestFinished(() => store.close());
    const code_expires_at = await store.use(async (db) => {
      const { code_expires_at: until } = await db.selectFrom('places').selectAll().executeTakeFirstOrThrow();
      // As if it had been made so long ago.
      const past = new Date(store.now() - 1).toISOString();
      await db.updateTable('places').set({ code_expires_at: past }).execute();
      expect(Date.parse(String(until)) - store.now()).toBeGreaterThan(14 * 60_000);
      return until;
    });
    expect(Date.parse(String(code_expires_at)) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect((await server.join(code, createIdentity().publicKey)).status).toBe(404);
    expect(await server.read('/api/v2/places')).toMatchObject({ places: [{ id: 'fra', state: 'unconfirmed' }] });
  });

  it('can be guessed ten times a minute by each network', async () => {
    const server = await placesServer();
    const { publicKey } = createIdentity();
    const statuses = [];
    for (let guess = 0; guess < 25; guess += 1) statuses.push((await server.join('00000-00000', publicKey)).status);
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(20);
    expect(statuses.at(-1)).toBe(429);
  });
});
