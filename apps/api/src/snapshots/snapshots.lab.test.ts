import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutEvidence } from '@sonde/contract';
import { checkSignature } from '@sonde/service/snapshots/signature';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { createStore } from '../stores/store.ts';
import { someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { testConfig } from '../testing/test-server.ts';

const DAY_MS = 24 * 3_600_000;
const callOf = (domain: string) => `/api/v2/dnsRecords?domain=${domain}`;
const CALL = callOf('kept.example');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Served = Awaited<ReturnType<ReturnType<typeof accountServers>>>;
type App = Served['app'];
type Headers = Readonly<Record<string, string>>;

const post = (app: App, payload: object, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: '/api/v2/snapshots', payload, headers });
const read = (app: App, id: string) => app.inject(`/api/v2/snapshots/${id}`);
const revoke = (app: App, id: string, token: string) =>
  app.inject({ method: 'DELETE', url: `/api/v2/snapshots/${id}`, payload: { token } });

/** Makes a call and keeps its result. */
async function keep(app: App, call = CALL, headers: Headers = {}) {
  const { body } = await app.inject(call);
  return post(app, { key: call, sha256: sha256(body) }, headers);
}
const kept = async (app: App, call = CALL, headers: Headers = {}) => (await keep(app, call, headers)).json()._data;

describe.each(oneAccountStore())('snapshots in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);
  /** Starts servers that share a store. */
  async function serversOn(more: readonly Record<string, string>[]) {
    const shared = await variables();
    return Promise.all(more.map((own) => accountServers(async () => ({ ...shared, ...own }))()));
  }

  it('contain the signed measurement, and can be read under a link without measuring again', async () => {
    const { app } = await serve({ SONDE_PUBLIC_URL: 'https://sonde.example' });
    const measured = (await app.inject(CALL)).json();
    const made = await keep(app);
    expect(made.statusCode).toBe(200);
    const { id, path, expiresAt, revokeToken } = made.json()._data;
    expect(id).toMatch(/^[a-z2-7]{26}$/);
    expect(path).toBe(`/r/${id}`);
    expect(revokeToken).toMatch(/^[\w-]{43}$/);
    const { snapshot, signature } = (await read(app, id)).json()._data;
    expect(signature).toBe('valid');
    expect(snapshot).toMatchObject({ schema: 1, id, site: 'https://sonde.example', target: 'kept.example' });
    const { checkedAt: measuredAt } = measured._data;
    const whole = { tool: 'dns', target: 'kept.example', key: CALL, measuredAt, withheld: [], outcome: measured };
    expect(snapshot.parts).toEqual([whole]);
    expect(Date.parse(expiresAt) - Date.parse(snapshot.keptAt)).toBe(30 * DAY_MS);
    const { keys } = (await app.inject('/.well-known/sonde-keys.json')).json();
    expect(keys).toHaveLength(1);
    expect(checkSignature(snapshot, keys)).toBe('valid');
    snapshot.parts[0].outcome._data.domain = 'forged.example';
    expect(checkSignature(snapshot, keys)).toBe('invalid');
    // The first test of a process loads the server.
  }, 180_000);

  inLongSet(it)('are sent again only to a client that does not have them', async () => {
    const { app } = await serve({});
    const { id, revokeToken } = await kept(app);
    for (const url of [`/r/${id}.json`, `/r/${id}.md`, `/r/${id}.csv`, `/api/v2/snapshots/${id}`]) {
      const first = await app.inject(url);
      expect(first.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        etag: expect.stringMatching(/^W\/"/),
      });
      const headers = { 'if-none-match': `"other", ${String(first.headers.etag)}` };
      const second = await app.inject({ url, headers });
      expect([second.statusCode, second.body], url).toEqual([304, '']);
      expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).body).toBe(first.body);
    }
    await revoke(app, id, revokeToken);
    expect((await app.inject({ url: `/r/${id}.json`, headers: { 'if-none-match': '*' } })).statusCode).toBe(404);
  });

  inLongSet(it)('of a recorded lookup contain the answer, but no evidence', async () => {
    const { app } = await serve({});
    const call = `${CALL}&evidence=true`;
    const { body } = await app.inject(call);
    expect(JSON.parse(body)).toHaveProperty('_evidence.exchanges');
    expect((await post(app, { key: call, sha256: sha256(body) })).statusCode).toBe(409);
    const made = await post(app, { key: call, sha256: sha256(withoutEvidence(body)) });
    expect(made.statusCode).toBe(200);
    const { snapshot } = (await read(app, made.json()._data.id)).json()._data;
    expect(snapshot.parts).toMatchObject([{ key: CALL, outcome: JSON.parse(withoutEvidence(body)) }]);
    expect(JSON.stringify(snapshot)).not.toContain('_evidence');
  });

  it('contain only results that this server still holds, never content sent by the caller', async () => {
    const [first, second] = await serversOn([{}, {}]);
    if (first === undefined || second === undefined) throw new Error('two servers');
    const { body } = await first.app.inject(CALL);
    const wanted = { key: CALL, sha256: sha256(body) };
    const refused = await post(second.app, wanted);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'not-held', message: expect.stringContaining('measure it again') });
    const forged = await post(first.app, { key: CALL, sha256: sha256(body.replace('kept', 'fake')) });
    expect(forged.statusCode).toBe(409);
    expect(forged.json().message).toContain('measured again in the meantime');
    expect((await post(first.app, { ...wanted, outcome: { success: true } })).statusCode).toBe(400);
    expect((await post(first.app, { ...wanted, key: '/api/v2/none?domain=a.example' })).statusCode).toBe(400);
    expect((await post(first.app, { ...wanted, key: `${CALL}&fresh=true` })).statusCode).toBe(200);
    // A snapshot made by one server can be read from the other.
    const { id } = (await post(first.app, wanted)).json()._data;
    expect((await read(second.app, id)).json()._data.signature).toBe('valid');
  });

  inLongSet(it)('can contain several results about one target under one link; equal ones are stored once', async () => {
    const { app, variables: used } = await serveWithVariables();
    const calls = ['a.example', 'a.example&type=A'].map(callOf);
    const parts = await Promise.all(calls.map(async (key) => ({ key, sha256: sha256((await app.inject(key)).body) })));
    const made = await post(app, { target: 'a.example', parts });
    const { id } = made.json()._data;
    const { snapshot, signature } = (await read(app, id)).json()._data;
    expect(signature).toBe('valid');
    expect(snapshot.parts.map(({ key }: { key: string }) => key)).toEqual(calls);
    expect((await post(app, parts[0] ?? {})).statusCode).toBe(200);
    expect(await countOf(used, 'snapshot_bodies')).toBe(2);
    expect(await countOf(used, 'snapshot_parts')).toBe(3);
  });

  it('are deleted, with their results, by the token that was shown once', async () => {
    const { app, variables: used } = await serveWithVariables();
    const { id, revokeToken } = await kept(app);
    const { id: other } = await kept(app);
    const guessed = await revoke(app, id, 'x'.repeat(43));
    expect(guessed.statusCode).toBe(404);
    expect((await revoke(app, other, revokeToken)).statusCode).toBe(404);
    expect((await revoke(app, id, revokeToken)).json()).toMatchObject({ success: true, _data: { changed: 1 } });
    expect((await read(app, id)).statusCode).toBe(404);
    expect((await revoke(app, id, revokeToken)).statusCode).toBe(404);
    // The other snapshot still refers to the same result.
    expect(await countOf(used, 'snapshot_bodies')).toBe(1);
    expect((await read(app, other)).statusCode).toBe(200);
  });

  inLongSet(it)('do not distinguish guessed ids from malformed ones', async () => {
    const { app } = await serve();
    const { id } = await kept(app);
    const answers = await Promise.all(
      ['a'.repeat(26), `${id.slice(1)}a`, 'x', '%2e%2e%2fsecret', 'a'.repeat(90)].map((one) => read(app, one)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  inLongSet(it)('are limited to twenty a day for each client; the quota is renewed over the day', async () => {
    const clock = { ms: 0 };
    const { app } = await serve({}, { now: () => clock.ms });
    const [someoneElse, me] = ['198.51.100.7', '203.0.113.7'].map((ip) => ({ 'x-forwarded-for': ip }));
    for (let count = 0; count < 20; count += 1) expect((await keep(app, CALL, me)).statusCode).toBe(200);
    const refused = await keep(app, CALL, me);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'rate-limited', message: expect.stringContaining('in 2 hours') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(4_000);
    expect((await keep(app, CALL, someoneElse)).statusCode).toBe(200);
    clock.ms += DAY_MS / 20;
    expect((await keep(app, CALL, me)).statusCode).toBe(200);
    expect((await keep(app, CALL, me)).statusCode).toBe(429);
  });

  inLongSet(it)('do not use up the quota of a client if they could not be kept', async () => {
    const { app } = await serve({}, { now: () => 0 });
    for (let count = 0; count < 30; count += 1) await post(app, { key: CALL, sha256: sha256('') });
    expect((await keep(app)).statusCode).toBe(200);
  });

  inLongSet(it)('of a member stay until deleted, which only the member can do', async () => {
    const { app, browser } = await serve();
    const [owner, stranger] = [browser(), browser()];
    await owner.signUp(someone());
    await stranger.signUp(someone());
    const { body } = await owner.get(CALL);
    const made = await owner.post('/api/v2/snapshots', { key: CALL, sha256: sha256(body) });
    const { id, expiresAt, revokeToken } = made.json()._data;
    expect([expiresAt, revokeToken]).toEqual([null, null]);
    expect((await owner.data('snapshots')).snapshots).toMatchObject([{ id, tools: ['dns'], target: 'kept.example' }]);
    expect((await stranger.data('snapshots')).snapshots).toEqual([]);
    expect((await stranger.send('DELETE', `snapshots/${id}`)).json()._data.changed).toBe(0);
    expect((await revoke(app, id, '')).statusCode).toBe(404);
    expect((await read(app, id)).statusCode).toBe(200);
    expect((await owner.send('DELETE', `snapshots/${id}`)).json()._data.changed).toBe(1);
    expect((await read(app, id)).statusCode).toBe(404);
    expect((await app.inject('/api/account/snapshots')).statusCode).toBe(401);
  });

  it('are hidden if their target is denied later, by name or by network', async () => {
    const [open, byName, byNetwork] = await serversOn([
      {},
      { SONDE_DENY_TARGETS: 'kept.example' },
      { SONDE_DENY_TARGETS: '192.0.2.0/24,8.8.8.0/24' },
    ]);
    if (open === undefined || byName === undefined || byNetwork === undefined) throw new Error('three servers');
    const { id } = await kept(open.app, callOf('www.kept.example'));
    const { id: other } = await kept(open.app);
    expect((await read(open.app, id)).statusCode).toBe(200);
    const hidden = await read(byName.app, id);
    expect(hidden.statusCode).toBe(410);
    expect(hidden.json()).toMatchObject({ code: 'hidden', _data: null });
    expect((await byName.app.inject(`/r/${id}.json`)).statusCode).toBe(410);
    expect((await byName.app.inject(`/r/${id}.svg`)).body).not.toContain('kept.example');
    expect((await read(byNetwork.app, other)).statusCode).toBe(200);
  });

  inLongSet(it)('are available as files and as a badge', async () => {
    const { app } = await serve();
    const { id } = await kept(app);
    const fileOf = (format: string) => app.inject(`/r/${id}.${format}`);
    const json = await fileOf('json');
    const { keys } = (await app.inject('/.well-known/sonde-keys.json')).json();
    expect(checkSignature(json.json(), keys)).toBe('valid');
    expect(json.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    const markdown = await fileOf('md');
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(markdown.body).toContain('| `Signature` | `valid` |');
    expect(markdown.body).toContain('### A Records');
    expect((await fileOf('csv')).body).toMatch(/^A Records,/m);
    const svg = await fileOf('svg');
    expect(svg.headers['content-type']).toBe('image/svg+xml');
    expect(svg.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(svg.body).toMatch(/aria-label="kept\.example: [^"]+ · \d{1,2} \w{3,4} \d{4}"/);
    expect((await fileOf('exe')).statusCode).toBe(404);
    expect((await app.inject('/r/none.svg')).statusCode).toBe(404);
  });

  inLongSet(it)('cannot be made if the operator has disabled keeping; existing ones stay', async () => {
    const [on, off] = await serversOn([{}, { SONDE_SNAPSHOT_DAYS: '0' }]);
    if (on === undefined || off === undefined) throw new Error('two servers');
    const { id } = await kept(on.app);
    const refused = await keep(off.app);
    expect(refused.statusCode).toBe(404);
    expect(refused.json().message).toBe('This server keeps no results.');
    expect((await read(off.app, id)).statusCode).toBe(200);
  });

  it('cannot be made by pages of other sites; by those of allowed origins only without a cookie', async () => {
    const { app } = await serve({ SONDE_CORS_ORIGINS: 'https://friend.example' });
    const { body } = await app.inject(CALL);
    const wanted = { key: CALL, sha256: sha256(body) };
    const [evil, friend] = [{ origin: 'https://evil.example' }, { origin: 'https://friend.example' }];
    expect((await post(app, wanted, evil)).statusCode).toBe(403);
    expect((await post(app, wanted, { ...friend, cookie: 'sonde-session=x' })).statusCode).toBe(403);
    expect((await post(app, wanted, friend)).statusCode).toBe(200);
    const form = { 'content-type': 'text/plain' };
    const asForm = {
      method: 'POST',
      url: '/api/v2/snapshots',
      payload: JSON.stringify(wanted),
      headers: form,
    } as const;
    expect((await app.inject(asForm)).statusCode).toBe(415);
  });

  async function serveWithVariables() {
    const used = await variables();
    return { ...(await accountServers(async () => used)()), variables: used };
  }

  async function countOf(used: Record<string, string>, table: 'snapshot_bodies' | 'snapshot_parts'): Promise<number> {
    const store = createStore(testConfig(used).accounts, { onError: () => {} });
    const { count } = await store.use((db) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    );
    await store.close();
    return Number(count);
  }
});

inLongSet(it)('nothing is opened or written before the first result is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-snapshots-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { app } = await accountServers(async () => ({ SONDE_DATA_DIR: folder }))();
  expect((await app.inject('/api/v2/snapshots/aaaaaaaaaaaaaaaaaaaaaaaaaa')).statusCode).toBe(404);
  expect((await app.inject('/.well-known/sonde-keys.json')).json()).toEqual({ keys: [] });
  expect(await readdir(folder)).toEqual([]);
  expect((await keep(app)).statusCode).toBe(200);
  expect(await readdir(folder)).toContain('signing-key.pem');
});
