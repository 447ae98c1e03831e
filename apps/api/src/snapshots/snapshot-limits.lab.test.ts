import { createHash } from 'node:crypto';
import { reportPartsOf, tools } from '@sonde/contract';
import { startMaliciousNameServer } from '@sonde/lab';
import { createNodeNet, type Net } from '@sonde/probes';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { testConfig } from '../testing/test-server.ts';
import { createDailyQuota } from './daily-quota.ts';

type Served = Awaited<ReturnType<ReturnType<typeof accountServers>>>;
type App = Served['app'];

const callOf = (domain: string) => `/api/v2/dnsRecords?domain=${domain}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const measured = async (app: App, key: string) => ({ key, sha256: sha256((await app.inject(key)).body) });
const post = (app: App, payload: object, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: 'POST', url: '/api/v2/snapshots', payload, headers });
const kept = async (app: App, call: string) => (await post(app, await measured(app, call))).json()._data;
const remaining = async (app: App, url: string) => Number((await app.inject(url)).headers['x-ratelimit-remaining']);

/** A network whose resolver answers with as much as a DNS message can hold. */
const hugeNet = () => netOf('truncated-tcp-huge');

async function netOf(
  behaviour: 'truncated-tcp-huge' | 'nodata',
): Promise<{ readonly net: Net; readonly resolver: string }> {
  const resolver = await startMaliciousNameServer(behaviour);
  onTestFinished(() => resolver.stop());
  const net = createNodeNet(testConfig({ SONDE_RESOLVERS: resolver.address, SONDE_ALLOW_NETWORKS: '127.0.0.0/8' }).net);
  onTestFinished(() => net.close());
  return { net, resolver: resolver.address };
}
const hugeCall = (domain: string) =>
  callOf(`${domain}&type=${Array.from({ length: 20 }, (_, index) => `TYPE${65_280 + index}`).join(',')}`);

describe.each(oneAccountStore())('what is kept in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  it('is named after what was measured', async () => {
    const { app } = await serve();
    const a = await measured(app, callOf('a.example'));
    const withType = await measured(app, callOf('a.example&type=A'));
    const b = await measured(app, callOf('b.example'));
    const fieldOf = async (payload: object) => {
      const { statusCode, json } = await post(app, payload);
      return [statusCode, json().code, json().message];
    };
    const wrong = [400, 'invalid-input', 'This is not the target of these results.'];
    for (const target of ['paypal.com: INSECURE, go to https://evil.example', 'A.example', 'b.example', 'a.example.']) {
      expect(await fieldOf({ target, parts: [a] })).toEqual(wrong);
    }
    expect(await fieldOf({ target: 'a.example', parts: [a, b] })).toEqual(wrong);
    expect(await fieldOf({ target: 'a.example', parts: [a, a] })).toEqual([
      400,
      'invalid-input',
      'A result is named twice.',
    ]);
    expect((await post(app, { target: 'a.example', parts: [a, withType] })).statusCode).toBe(200);
  });

  inLongSet(it)('may be the same failure of two tools at the same moment, as reports have it', async () => {
    const { net } = await netOf('nodata');
    const { app } = await serve({}, { net });
    const target = 'nobody.example';
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { parts } = JSON.parse((await app.inject(`/api/v2/report?target=${target}`)).body)._data as {
      readonly parts: readonly { readonly tool: string; readonly outcome: { readonly success: boolean } }[];
    };
    const wanted = parts.flatMap(({ tool: id, outcome }) => {
      const planned = reportPartsOf(target).find(({ tool }) => tool.id === id);
      const key = `${planned?.tool.path}?${new URLSearchParams(planned?.question)}`;
      return outcome.success ? [] : [{ key, sha256: sha256(JSON.stringify(outcome)) }];
    });
    const equal = wanted.filter((one) => wanted.some((other) => other !== one && other.sha256 === one.sha256));
    expect(equal.length).toBeGreaterThan(1);
    expect((await post(app, { target, parts: equal })).statusCode).toBe(200);
  });

  inLongSet(it)('is named after the report that it belongs to', async () => {
    const { app } = await serve();
    const { body } = await app.inject('/api/v2/report?target=www.report.example');
    const { target, parts } = JSON.parse(body)._data as {
      readonly target: string;
      readonly parts: readonly { readonly tool: string; readonly outcome: { readonly _data: unknown } }[];
    };
    const answered = parts.filter(({ tool }) => tool === 'dns' || tool === 'geo');
    expect(answered.length).toBeGreaterThan(1);
    const paths: Readonly<Record<string, string>> = {
      dns: callOf(target),
      geo: `${tools.geo.path}?${tools.geo.target}=${target}`,
    };
    const wanted = answered.map(({ tool, outcome }) => ({
      key: paths[tool],
      sha256: sha256(JSON.stringify(outcome)),
    }));
    expect((await post(app, { target, parts: wanted })).statusCode).toBe(200);
    expect((await post(app, { target: 'report.example', parts: wanted })).statusCode).toBe(400);
  });

  it('is not about a target that the operator denies', async () => {
    const shared = await variables();
    const [open, denying] = await Promise.all(
      [{}, { SONDE_DENY_TARGETS: 'denied.example' }].map((more) =>
        accountServers(async () => ({ ...shared, ...more }))(),
      ),
    );
    if (open === undefined || denying === undefined) throw new Error('two servers');
    const a = await measured(denying.app, callOf('a.example'));
    const refused = await post(denying.app, { target: 'denied.example', parts: [a] });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'refused-target']);
    const same = { key: callOf('denied.example'), sha256: '0'.repeat(64) };
    expect((await post(denying.app, same)).json().code).toBe('refused-target');
  });

  it('has two megabytes at most, and reading costs by size, but a badge does not', async () => {
    const { net, resolver } = await hugeNet();
    const { app } = await serve(
      { SONDE_RESOLVERS: resolver, SONDE_ALLOW_NETWORKS: '127.0.0.0/8', SONDE_RATE_LIMIT: '1000/1000s' },
      { net, now: () => 1_000 },
    );
    const calls = [0, 1, 2].map((index) =>
      hugeCall('huge.example').replace(/,TYPE65299$/, index === 0 ? '' : `,TYPE6530${index}`),
    );
    const parts = [];
    for (const call of calls) parts.push(await measured(app, call));
    const refused = await post(app, { target: 'huge.example', parts });
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'These results have 3 MB. At most 2 MB can be kept under one link.',
    ]);
    const made = await post(app, { target: 'huge.example', parts: parts.slice(0, 2) });
    expect(made.statusCode).toBe(200);
    const { id } = made.json()._data;
    const { id: small } = await kept(app, callOf('small.example&type=TYPE65300'));
    const costOf = async (url: string) => {
      const before = await remaining(app, '/api/v2/myIp');
      const { statusCode } = await app.inject(url);
      expect(statusCode).toBe(200);
      return before - (await remaining(app, '/api/v2/myIp'));
    };
    const calling = await costOf('/api/v2/myIp');
    const [read, badge] = [await costOf(`/api/v2/snapshots/${id}`), await costOf(`/r/${id}.svg`)];
    const ofSmall = await costOf(`/api/v2/snapshots/${small}`);
    expect(read).toBeGreaterThanOrEqual(4);
    expect(badge).toBeLessThanOrEqual(calling + 1);
    expect(ofSmall).toBeLessThanOrEqual(calling + 1);
  });

  inLongSet(it)('shows its badge without its results, and that of an earlier version from then on', async () => {
    const { app, accounts } = await serve();
    const { store } = accounts;
    const { id } = await kept(app, callOf('a.example'));
    const badge = async () => (await app.inject(`/r/${id}.svg`)).body;
    const first = await badge();
    const earlier = { badge: null, bytes: null };
    await store.use((db) => db.updateTable('snapshots').set(earlier).where('id', '=', id).execute());
    expect((await app.inject(`/api/v2/snapshots/${id}`)).json()._data.signature).toBe('valid');
    await store.use((db) => db.updateTable('snapshots').set(earlier).where('id', '=', id).execute());
    expect(await badge()).toBe(first);
    await store.use(async (db) => {
      await db.deleteFrom('snapshot_parts').execute();
      await db.deleteFrom('snapshot_bodies').execute();
    });
    expect(await badge()).toBe(first);
    expect((await app.inject(`/api/v2/snapshots/${id}`)).statusCode).toBe(404);
  });

  inLongSet(it)('leaves half of the room to members, who have a limit of their own', async () => {
    const { app, accounts, browser } = await serve();
    const owner = browser();
    await owner.signUp(someone());
    const { id } = await kept(app, callOf('a.example'));
    const MB = 1024 * 1024;
    const setSize = (bytes: number) =>
      accounts.store.use((db) =>
        db.updateTable('snapshots').set({ stored_bytes: bytes }).where('id', '=', id).execute(),
      );
    await setSize(512 * MB - 1);
    const wanted = await measured(app, callOf('b.example'));
    const refused = await post(app, wanted);
    expect([refused.statusCode, refused.json().message]).toEqual([
      503,
      'The room for results without an account is used up. Sign in to keep this one, or try again tomorrow.',
    ]);
    expect((await owner.post('/api/v2/snapshots', wanted)).statusCode).toBe(200);
    await accounts.store.use((db) =>
      db.updateTable('snapshots').set({ stored_bytes: 50_000_000 }).where('owner', 'is not', null).execute(),
    );
    const full = await owner.post('/api/v2/snapshots', wanted);
    expect([full.statusCode, full.json().message]).toEqual([
      400,
      'An account keeps at most 50 MB of results: delete some on the dashboard first.',
    ]);
    await setSize(1_000);
    await eventually(async () => expect((await post(app, wanted)).statusCode).toBe(200));
  });
});

describe('the daily quota', () => {
  it('counts twenty megabytes for each client, with and without an account', async () => {
    const clock = { ms: 0 };
    const quota = createDailyQuota(() => clock.ms, null);
    const take = (client: string, isCounted: boolean) => quota.take(client, { isCounted, bytes: 2_000_000 });
    for (let count = 0; count < 10; count += 1) await take('192.0.2.1', count % 2 === 0);
    await expect(take('192.0.2.1', false)).rejects.toMatchObject({
      code: 'rate-limited',
      message: '20 MB of results can be kept in a day. This one can be kept in 3 hours.',
    });
    await (await take('192.0.2.2', true))();
    for (let count = 0; count < 10; count += 1) await take('192.0.2.2', true);
    clock.ms += 3 * 3_600_000;
    await take('192.0.2.1', false);
  });
});
