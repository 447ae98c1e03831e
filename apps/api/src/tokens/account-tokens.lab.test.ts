import { MAX_TOKENS } from '@sonde/contract/tokens';
import { describe, expect, it } from 'vitest';
import { someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';

const DAY_MS = 86_400_000;
const CALL = '/api/v2/dnsRecords?domain=a.example';

describe.each(oneAccountStore())('tokens of members in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  it('are shown once, listed without their values, valid for their scopes only, and revoked immediately', async () => {
    const { app, browser } = await serve({ SONDE_RATE_LIMIT: '1000/60s' });
    const [ours, theirs] = [browser(), browser()];
    await ours.signUp(someone());
    await theirs.signUp(someone());
    const made = (await ours.post('tokens', { name: 'ci', scopes: ['lookups'], days: 30 })).json()._data;
    expect(made.token).toMatch(/^sonde_[\w-]{43}$/);
    const headers = { authorization: `Bearer ${made.token}` };
    const asked = await app.inject({ url: CALL, headers });
    expect([asked.statusCode, asked.headers['ratelimit-policy']]).toEqual([200, '"api";q=600;w=60']);
    expect((await app.inject({ url: '/api/v2/lists', headers })).statusCode).toBe(403);
    const listed = await ours.get('tokens');
    expect(listed.body).not.toContain(made.token);
    expect(listed.json()._data.tokens).toMatchObject([
      { id: made.id, name: 'ci', scopes: ['lookups'], usedAt: expect.any(String) },
    ]);
    expect(listed.json()._data.offered).toEqual(['lookups', 'lists', 'watches', 'deep']);
    expect((await theirs.get('tokens')).json()._data.tokens).toEqual([]);
    expect((await theirs.send('DELETE', `tokens/${made.id}`)).statusCode).toBe(404);
    expect((await ours.send('DELETE', `tokens/${made.id}`)).json()._data.changed).toBe(1);
    expect((await app.inject({ url: CALL, headers })).statusCode).toBe(401);
    expect((await browser().get('tokens')).statusCode).toBe(401);
    expect((await ours.send('DELETE', `tokens/${made.id}`)).statusCode).toBe(404);
  });

  it('expire on time to the second, even if they were used just before', async () => {
    const clock = { monotonicMs: 0, wallMs: Date.parse('2026-11-22T04:00:00.000Z') };
    const { app, browser } = await serve(
      { SONDE_RATE_LIMIT: '1000/60s' },
      { now: () => clock.monotonicMs, wallClock: () => clock.wallMs, uptime: () => clock.monotonicMs },
    );
    const pass = (ms: number) => {
      clock.monotonicMs += ms;
      clock.wallMs += ms;
    };
    const ours = browser();
    await ours.signUp(someone());
    const { token } = (await ours.post('tokens', { name: 'short', days: 1 })).json()._data;
    const ask = () => app.inject({ url: '/api/v2/lists', headers: { authorization: `Bearer ${token}` } });
    pass(DAY_MS - 10_000);
    // The token is valid, but lacks the scope for lists.
    expect((await ask()).statusCode).toBe(403);
    pass(9_000);
    expect((await ask()).statusCode).toBe(403);
    pass(2_000);
    expect((await ask()).statusCode).toBe(401);
  });

  it('are invalid within a second after another process has revoked them, or removed the account', async () => {
    const clock = { ms: 1_000 };
    const { app, accounts, browser } = await serve({}, { now: () => clock.ms });
    const ours = browser();
    await ours.signUp(someone());
    const { id, token } = (await ours.post('tokens', { name: 'ci' })).json()._data;
    const ask = () => app.inject({ url: '/api/v2/myIp', headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).statusCode).toBe(200);
    await accounts.store.use((db) => db.deleteFrom('api_tokens').where('id', '=', id).execute());
    clock.ms += 999;
    expect((await ask()).statusCode).toBe(200);
    clock.ms += 1;
    expect((await ask()).statusCode).toBe(401);
  });

  it('are valid for a minute while the store fails, and the last use is stored once a minute', async () => {
    const clock = { ms: 1_000 };
    const { app, accounts, browser } = await serve({}, { now: () => clock.ms });
    const ours = browser();
    await ours.signUp(someone());
    const { token } = (await ours.post('tokens', { name: 'ci' })).json()._data;
    const ask = () => app.inject({ url: '/api/v2/myIp', headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).statusCode).toBe(200);
    const usedAt = (await ours.data('tokens')).tokens[0].usedAt;
    clock.ms += 30_000;
    expect((await ask()).statusCode).toBe(200);
    expect((await ours.data('tokens')).tokens[0].usedAt).toBe(usedAt);
    await accounts.store.use((db) => db.schema.alterTable('api_tokens').renameTo('gone').execute());
    clock.ms += 59_000;
    expect((await ask()).statusCode).toBe(200);
    clock.ms += 2_000;
    const failed = await ask();
    expect([failed.statusCode, failed.json().code]).toEqual([503, 'store-failed']);
  });

  it('can be created only by the signed-in person: not with a token, from another site, or without a name', async () => {
    const { app, browser } = await serve();
    const ours = browser();
    await ours.signUp(someone());
    const { token } = (await ours.post('tokens', { name: 'ci' })).json()._data;
    const headers = { authorization: `Bearer ${token}` };
    const make = (more: object, payload: object = { name: 'x' }) =>
      app.inject({ method: 'POST', url: '/api/account/tokens', payload, ...more });
    expect((await make({ headers })).statusCode).toBe(401);
    const forged = await ours.send('POST', 'tokens', { name: 'x' }, { 'sec-fetch-site': 'cross-site' });
    expect(forged.statusCode).toBe(403);
    const bad = [{ name: ' ' }, { name: 'x', scopes: [] }, { name: 'x', scopes: ['root'] }, { name: 'x', days: 0 }];
    for (const payload of bad) expect((await ours.post('tokens', payload)).statusCode).toBe(400);
    for (const scopes of [['deep'], ['lookups', 'deep']]) {
      const useless = await ours.post('tokens', { name: 'x', scopes });
      expect([useless.statusCode, useless.json().message]).toEqual([
        400,
        'The scope deep extends lists and mcp: choose one of them, too.',
      ]);
    }
    expect((await ours.data('tokens')).tokens).toHaveLength(1);
    for (let made = 1; made < MAX_TOKENS; made += 1) await ours.post('tokens', { name: `t${made}` });
    const tooMany = await ours.post('tokens', { name: 'one more' });
    expect([tooMany.statusCode, tooMany.json().message]).toEqual([400, 'At most 20 tokens can be created.']);
  });
});
