import { tokenScopes } from '@sonde/contract/tokens';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { PASSWORD, someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';

const MY_IP = '/api/v2/myIp';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const from = (address: string) => ({ 'x-forwarded-for': address });
const wrong = (index: number) => bearer(`sonde_${String(index).padStart(43, '0')}`);

describe.each(oneAccountStore())('tokens in the wrong hands, in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  async function tokenOf(browser: ReturnType<Awaited<ReturnType<typeof serve>>['browser']>, address: string) {
    const signedUp = await browser.send(
      'POST',
      'sign-up',
      { email: someone(), password: PASSWORD },
      { 'x-forwarded-for': address },
    );
    expect(signedUp.statusCode).toBe(200);
    return (await browser.post('tokens', { name: 'one', scopes: ['lookups'] })).json()._data.token as string;
  }

  it('several accounts that are used from one address share one allowance there', async () => {
    const tools = fakeToolbox();
    const { app, browser } = await serve(
      { SONDE_RATE_LIMIT: '60/60s', SONDE_TOKEN_RATE_LIMIT: '30/60s' },
      { toolbox: tools.toolbox, now: () => 1_000, drainMs: 0 },
    );
    // Made at different addresses: the same person would need hours to make them at one.
    const tokens = [];
    for (let index = 1; index <= 3; index += 1) tokens.push(await tokenOf(browser(), `192.0.2.${index}`));
    const ask = (token: string | undefined, address: string) =>
      app.inject({ url: MY_IP, headers: { ...bearer(token ?? ''), ...from(address) } });
    const spend = async (token: string | undefined, address: string) => {
      let passed = 0;
      while ((await ask(token, address)).statusCode === 200) passed += 1;
      return passed;
    };
    const whole = await spend(tokens[0], '198.51.100.1');
    expect(await spend(tokens[1], '198.51.100.1')).toBe(0);
    expect(await spend(tokens[2], '203.0.113.1')).toBe(whole);
  });

  inLongSet(it)('lookups at once are counted for all accounts of an address together', async () => {
    const tools = fakeToolbox();
    const { app, browser } = await serve(
      { SONDE_RATE_LIMIT: '60/60s', SONDE_TOKEN_RATE_LIMIT: '1000/60s' },
      { toolbox: tools.toolbox, drainMs: 0 },
    );
    const tokens = [await tokenOf(browser(), '192.0.2.1'), await tokenOf(browser(), '192.0.2.2')];
    const ask = (index: number) =>
      app.inject({
        url: `${COUNTDOWN}?host=a${index}`,
        headers: { ...bearer(tokens[index % 2] ?? ''), ...from('198.51.100.1') },
      });
    const calls = Array.from({ length: 17 }, (_, index) => ask(index));
    await tools.taken(17);
    const refused = await Promise.race(calls);
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'Too many lookups of your network are under way. Please wait for one to end.',
    ]);
  });

  it('wrong tokens of one address reach the store sixty times a minute at most, and cost others nothing', async () => {
    const clock = { ms: 1_000 };
    const { app, accounts, browser } = await serve({}, { now: () => clock.ms });
    const token = await tokenOf(browser(), '192.0.2.1');
    let reads = 0;
    const { use } = accounts.store;
    Object.assign(accounts.store, {
      use: (work: Parameters<typeof use>[0]) => {
        reads += 1;
        return use(work);
      },
    });
    const statuses = new Map<number, number>();
    for (let index = 0; index < 300; index += 1) {
      const { statusCode } = await app.inject({ url: MY_IP, headers: { ...wrong(index), ...from('198.51.100.1') } });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [401, 60],
      [429, 240],
    ]);
    expect(reads).toBe(60);
    const elsewhere = await app.inject({ url: MY_IP, headers: { ...bearer(token), ...from('203.0.113.1') } });
    expect(elsewhere.statusCode).toBe(200);
    // Known for a minute, also behind the address of the attacker.
    const behind = await app.inject({ url: MY_IP, headers: { ...bearer(token), ...from('198.51.100.1') } });
    expect(behind.statusCode).toBe(200);
    clock.ms += 1_000;
    const later = await app.inject({ url: MY_IP, headers: { ...wrong(1_000), ...from('198.51.100.1') } });
    expect(later.statusCode).toBe(401);
  });

  it('a new password revokes the tokens of the account, and the mail says so', async () => {
    const clock = { ms: 1_000 };
    const { app, browser, log } = await serve({}, { now: () => clock.ms });
    const [thief, owner] = [browser(), browser()];
    const email = someone();
    await thief.signUp(email);
    const { token } = (await thief.post('tokens', { name: 'kept by a thief' })).json()._data;
    const ask = () => app.inject({ url: MY_IP, headers: bearer(token) });
    expect((await ask()).statusCode).toBe(200);
    await owner.post('password-reset', { email });
    const { text } = await eventually(() => {
      const sent = log.flatMap(({ mail }) => (mail === undefined ? [] : [mail as { readonly text: string }]))[0];
      return sent ?? Promise.reject(new Error('There is no mail yet.'));
    });
    expect(text).toContain('revokes its API tokens');
    const reset = /reset=([\w-]+)/.exec(text)?.[1];
    expect((await owner.post('new-password', { token: reset, password: 'another password' })).statusCode).toBe(200);
    clock.ms += 1_000;
    expect((await ask()).statusCode).toBe(401);
    expect((await owner.data('tokens')).tokens).toEqual([]);
  });

  it('a token without the scope for lookups neither keeps results nor reads them', async () => {
    const { app, browser } = await serve();
    const ours = browser();
    await ours.signUp(someone());
    const statusesWith = async (scopes: readonly string[]) => {
      const headers = bearer((await ours.post('tokens', { name: scopes.join(), scopes })).json()._data.token);
      const payload = { key: '/api/v2/dnsRecords?domain=a.example', sha256: '0'.repeat(64) };
      const calls = [
        { method: 'POST', url: '/api/v2/snapshots', headers, payload },
        { method: 'GET', url: '/api/v2/snapshots/none', headers },
        { method: 'GET', url: '/r/none.svg', headers },
      ] as const;
      const answered = [];
      for (const call of calls) answered.push((await app.inject(call)).statusCode);
      return answered;
    };
    expect(tokenScopes).toContain('lookups');
    expect(await statusesWith(['lists'])).toEqual([403, 403, 403]);
    expect(await statusesWith(['lookups'])).toEqual([409, 404, 404]);
  });
});
