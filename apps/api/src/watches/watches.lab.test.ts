import { createHash } from 'node:crypto';
import type { Watch } from '@sonde/contract/watch/watch';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { type AccountBrowser, PASSWORD, someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';

const WATCHES = '/api/v2/watches';
const [A, MX] = [1, 15];
const TOKEN = 'sonde_configured';

/** A name with an address and a mail server, which a test changes. */
function zone(ttlSeconds = 0) {
  const state = { mail: 'mx1.shop.example.', isAway: false };
  const { net } = scriptedResolver(async (question) => {
    if (state.isAway) throw new Error('the resolver is away');
    const fields = question.type === A ? ['192.0.2.53'] : question.type === MX ? ['10', state.mail] : null;
    return dnsAnswer(question, { records: fields === null ? [] : [{ ...question, ttlSeconds, fields }] });
  });
  return { state, net };
}

const asked = { tool: 'dns', query: { domain: 'shop.example' } };
const QUICKLY = { SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s' };

describe.each(oneAccountStore())('watches in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  async function signedIn(browser: () => AccountBrowser): Promise<AccountBrowser> {
    const member = browser();
    await member.signUp(someone());
    return member;
  }
  const read = async (member: AccountBrowser, id: string): Promise<Watch> => member.data(`${WATCHES}/${id}`);
  const settled = (member: AccountBrowser, id: string) =>
    eventually(async () => {
      const watch = await read(member, id);
      expect(Object.keys(watch.facts)).toContain('records/MX');
      return watch;
    });

  it('are measured, tell a change once, and know the state at any time', async () => {
    const { state, net } = zone();
    const { browser } = await serve(QUICKLY, { net });
    const member = await signedIn(browser);
    const made = (await member.post(WATCHES, { ...asked, everySeconds: 10, name: 'shop' })).json()._data;
    expect(made).toMatchObject({ target: 'shop.example', everySeconds: 10, state: 'watching', changes: [] });
    const first = await settled(member, made.id);
    expect(first.facts['records/MX']).toEqual(['shop.example 10 mx1.shop.example.']);
    // Each is measured again soon after its first measurement.
    await eventually(async () => expect((await read(member, made.id)).checkedAt).not.toBe(first.checkedAt));
    state.mail = 'mx2.shop.example.';
    await member.post(`${WATCHES}/${made.id}/check`, {});
    const after = await eventually(async () => {
      const watch = await read(member, made.id);
      expect(watch.changes.filter((one) => one.state === 'confirmed')).toHaveLength(1);
      expect(watch.lastChange).not.toBeNull();
      return watch;
    });
    expect(after.changes).toHaveLength(1);
    expect(after.changes[0]).toMatchObject({
      kind: 'changed',
      path: 'records/MX',
      weight: 'high',
      label: 'MX records',
    });
    expect(after.lastChange?.text).toContain('mx2.shop.example.');
    expect(after.observations.length).toBeGreaterThanOrEqual(2);
    const [now, before] = [after.observations[0], after.observations[1]];
    expect(now?.snapshot).toEqual(expect.any(String));
    const then = await member.data(`${WATCHES}/${made.id}/at?time=${before?.from}`);
    expect(then.facts['records/MX']).toEqual(['shop.example 10 mx1.shop.example.']);
    expect((await member.get(`/api/v2/snapshots/${now?.snapshot}`)).json()._data.snapshot.target).toBe('shop.example');
    const { changes, next } = await member.data(`${WATCHES}/changes`);
    expect(changes).toMatchObject([{ watch: { id: made.id, name: 'shop' }, change: { id: after.changes[0]?.id } }]);
    expect((await member.data(`${WATCHES}/changes?since=${next}`)).changes).toEqual([]);
    for (const since of ['%00', `${next}%00`, 'a_b', `${next}&since=${next}`])
      expect((await member.get(`${WATCHES}/changes?since=${since}`)).statusCode).toBe(400);
  });

  inLongSet(it)(
    'tell a change within seconds, though a target may not be measured again at once while its answer is cached',
    async () => {
      const { state, net } = zone(300);
      const { browser } = await serve(QUICKLY, { net });
      const member = await signedIn(browser);
      const { id } = (await member.post(WATCHES, asked)).json()._data;
      const first = await settled(member, id);
      await eventually(async () => expect((await read(member, id)).checkedAt).not.toBe(first.checkedAt));
      state.mail = 'mx2.shop.example.';
      await member.post(`${WATCHES}/${id}/check`, {});
      await eventually(
        async () => expect((await read(member, id)).changes).toMatchObject([{ state: 'confirmed' }]),
        200,
      );
    },
    60_000,
  );

  inLongSet(it)(
    'of what stays the same are soon measured again at first, to learn it, and never suspect anything',
    async () => {
      const { net } = zone();
      const { browser } = await serve({ ...QUICKLY, SONDE_WATCH_FLOOR: '900s' }, { net });
      const member = await signedIn(browser);
      const { id } = (await member.post(WATCHES, asked)).json()._data;
      await settled(member, id);
      const waits: number[] = [];
      for (let times = 0; times < 6; times += 1) {
        const before = await read(member, id);
        waits.push(Math.round((Date.parse(before.nextAt ?? '') - Date.parse(before.checkedAt ?? '')) / 1000));
        await member.post(`${WATCHES}/${id}/check`, {});
        await eventually(async () => expect((await read(member, id)).checkedAt).not.toBe(before.checkedAt));
      }
      // Some were measured before they were asked for.
      expect(waits.filter((seconds) => seconds > 1).every((seconds) => seconds >= 810 && seconds <= 900)).toBe(true);
      expect(waits[0]).toBe(1);
      expect(waits.at(-1)).toBeGreaterThanOrEqual(810);
      expect((await read(member, id)).changes).toEqual([]);
      expect((await read(member, id)).observations).toHaveLength(1);
    },
  );

  it('belong to their owner: for anyone else, there is none with this id', async () => {
    const { net } = zone();
    const hash = createHash('sha256').update(TOKEN).digest('hex');
    const { app, browser } = await serve({ ...QUICKLY, SONDE_API_TOKENS: `ours:${hash}` }, { net });
    const [owner, other] = [await signedIn(browser), await signedIn(browser)];
    const { id } = (await owner.post(WATCHES, asked)).json()._data;
    const attempts = await Promise.all([
      other.get(`${WATCHES}/${id}`),
      other.get(`${WATCHES}/${id}/at?time=2027-01-01T00:00:00Z`),
      other.send('POST', `${WATCHES}/${id}/check`, {}),
      other.send('PATCH' as never, `${WATCHES}/${id}`, { paused: true }),
      other.send('DELETE', `${WATCHES}/${id}`),
      other.get(`${WATCHES}/${id}%00`),
      other.get(`${WATCHES}/..%2f${id}`),
    ]);
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect((await other.data(WATCHES)).watches).toEqual([]);
    expect((await other.data(`${WATCHES}/changes`)).changes).toEqual([]);
    expect((await owner.data(WATCHES)).watches).toMatchObject([{ id, state: 'watching' }]);
    expect((await app.inject({ url: WATCHES })).statusCode).toBe(401);
    const configured = { authorization: `Bearer ${TOKEN}` };
    expect((await app.inject({ url: WATCHES, headers: configured })).statusCode).toBe(403);
  });

  const mistaken = [
    { tool: 'nothing', query: {} },
    { tool: 'dns', query: { domain: 'not a name' } },
    { tool: 'dns', query: { domain: '127.0.0.1' } },
    { ...asked, everySeconds: 9 },
    { ...asked, everySeconds: 1e9 },
    { ...asked, query: { domain: 'shop.example', fresh: 'true' } },
    { ...asked, quiet: Array(51).fill('a') },
    { ...asked, name: 'x'.repeat(101) },
    { ...asked, name: 'a\u0000b' },
    { ...asked, channels: ['2b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e'] },
    { ...asked, owner: 'member:someone' },
    { ...asked, query: { domain: 'x'.repeat(3_000) } },
    [],
  ];

  it('refuse what cannot be watched, and keep nothing of it', async () => {
    const { browser } = await serve(QUICKLY, { net: zone().net });
    const member = await signedIn(browser);
    const answered = [];
    for (const body of mistaken) answered.push({ body, status: (await member.post(WATCHES, body)).statusCode });
    expect(answered).toEqual(mistaken.map((body) => ({ body, status: 400 })));
    expect((await member.data(WATCHES)).watches).toEqual([]);
  });

  it('can be paused, changed and removed, and go with their account', async () => {
    const { net } = zone();
    const { accounts, browser } = await serve(QUICKLY, { net });
    const member = await signedIn(browser);
    const { id } = (await member.post(WATCHES, asked)).json()._data;
    await settled(member, id);
    const paused = (await member.send('PATCH' as never, `${WATCHES}/${id}`, { paused: true, name: 'later' })).json()
      ._data;
    expect(paused).toMatchObject({ state: 'paused', nextAt: null, name: 'later' });
    expect((await member.post(`${WATCHES}/${id}/check`, {})).statusCode).toBe(400);
    const again = (await member.send('PATCH' as never, `${WATCHES}/${id}`, { paused: false })).json()._data;
    expect(again).toMatchObject({ state: 'watching' });
    const { id: second } = (await member.post(WATCHES, { ...asked, query: { domain: 'other.example' } })).json()._data;
    expect((await member.send('DELETE', `${WATCHES}/${second}`)).json()._data).toEqual({ changed: 1 });
    expect((await member.send('DELETE', `${WATCHES}/${second}`)).statusCode).toBe(404);
    const left = () =>
      accounts.store.use(async (db) => {
        const tables = ['watches', 'watch_changes', 'watch_observations', 'snapshots'] as const;
        return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
      });
    expect((await left())[0]).toBe(1);
    await member.send('DELETE', '/api/account', { password: PASSWORD });
    await eventually(async () => expect(await left()).toEqual([0, 0, 0, 0]));
  });
});
