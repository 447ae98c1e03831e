import { describe, expect, it } from 'vitest';
import { someone } from '../testing/account-browser.ts';
import { accountServers, accountStores } from '../testing/account-stores.ts';

const CALL = '/api/v2/dnsRecords?domain=a.example';

describe.each(accountStores())('tokens of members in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  it('are shown once, listed without themselves, used for what they are made for, and revoked at once', async () => {
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
    expect((await theirs.get('tokens')).json()._data.tokens).toEqual([]);
    expect((await theirs.send('DELETE', `tokens/${made.id}`)).json()._data.changed).toBe(0);
    expect((await ours.send('DELETE', `tokens/${made.id}`)).json()._data.changed).toBe(1);
    expect((await app.inject({ url: CALL, headers })).statusCode).toBe(401);
    expect((await browser().get('tokens')).statusCode).toBe(401);
  });
});
