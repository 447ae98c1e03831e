import { createHash } from 'node:crypto';
import { loadTools } from '@sonde/probes';
import { answersAddress, dnsAnswer, scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';

const TYPE_A = 1;
/** Lists take a share of the process: asking all the time would leave them none. */
const SPARING_MS = 200;
const LISTS = '/api/v2/lists';
const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const [OURS, THEIRS] = ['sonde_ours', 'sonde_theirs'];
const TOKENS = `ours:${hash(OURS)},theirs:${hash(THEIRS)}`;

const as = (app: FastifyInstance, token: string | null = OURS) => {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return {
    get: (path = '') => app.inject({ url: LISTS + path, headers }),
    post: (payload: object) => app.inject({ method: 'POST', url: LISTS, headers, payload }),
    stop: (id: string) => app.inject({ method: 'POST', url: `${LISTS}/${id}/stop`, headers }),
    remove: (id: string) => app.inject({ method: 'DELETE', url: `${LISTS}/${id}`, headers }),
  };
};

// As at the start of a server: loading them would keep it busy for seconds.
beforeAll(() => loadTools());

describe.each(oneAccountStore())('lists in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);
  const withTokens = (dependencies = {}) => serve({ SONDE_API_TOKENS: TOKENS }, { drainMs: 0, ...dependencies });

  it('are looked up in the background, and can be read as JSON, NDJSON and CSV, by their owner only', async () => {
    const { app } = await withTokens({ net: scriptedResolver(answersAddress).net });
    const { get, post, remove } = as(app);
    const targets = ['a.example', 'B.example', '# ours', 'b.example'];
    const estimate = (await post({ targets, tools: ['dns'], dryRun: true })).json()._data;
    expect(estimate).toMatchObject({ id: null, estimate: { lookups: 2, because: expect.any(String) } });
    expect((await get()).json()._data.lists).toEqual([]);
    expect((await get()).json()._data.tools).toContain('dns');
    const { id } = (await post({ targets, tools: ['dns'], name: 'mine' })).json()._data;
    const done = await eventually(async () => {
      const found = (await get(`/${id}`)).json()._data;
      expect(found.endedAt).not.toBeNull();
      return found;
    });
    expect(done).toMatchObject({ name: 'mine', tools: ['dns'], total: 2, done: 2 });
    expect(done.items[0]).toMatchObject({
      target: 'a.example',
      gaps: [],
      failure: null,
      measuredAt: done.items[0].measuredAt,
    });
    expect((await get()).json()._data.lists).toMatchObject([{ id, done: 2, endedAt: done.endedAt }]);
    expect(done.summary).toContainEqual({ tool: 'dns', code: 'dnssec-not-sent', state: 'unknown', targets: 2 });
    const lines = (await get(`/${id}?format=ndjson`)).body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ target, outcome }) => [target, outcome.success])).toEqual([
      ['a.example', true],
      ['b.example', true],
    ]);
    const csv = await get(`/${id}?format=csv`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
      'Target,Tool,State,Verdict,Findings,Gaps,Failure,Measured,Expires,Days left',
      expect.stringMatching(/^a\.example,dns,unknown,dnssec-not-sent,/),
    ]);
    expect((await as(app, THEIRS).get(`/${id}`)).statusCode).toBe(404);
    expect((await as(app, THEIRS).remove(id)).statusCode).toBe(404);
    expect((await as(app, THEIRS).get(`/${id}/changes?since=${id}`)).statusCode).toBe(404);
    expect((await as(app, null).get()).statusCode).toBe(401);
    expect((await remove(id)).json()._data.changed).toBe(1);
    expect((await get(`/${id}`)).statusCode).toBe(404);
  });

  inLongSet(it)('take ports for the tools that do, and name targets that no tool accepts', async () => {
    const { app } = await withTokens({ net: scriptedResolver(answersAddress).net });
    const { get, post } = as(app);
    const wish = { targets: 'a.example:8443\n00:00:5e:00:53:01', tools: ['dns', 'ssl'] };
    expect((await post({ ...wish, dryRun: true })).json()._data).toMatchObject({
      ...{ id: null, skipped: ['00:00:5e:00:53:01'] },
      estimate: { lookups: 2 },
    });
    const { id } = (await post(wish)).json()._data;
    await eventually(async () => expect((await get(`/${id}`)).json()._data.endedAt).not.toBeNull());
    const { items } = (await get(`/${id}`)).json()._data;
    expect(items.map(({ tool, target }: { tool: string; target: string }) => `${tool} ${target}`).toSorted()).toEqual([
      'dns a.example',
      'ssl a.example:8443',
    ]);
  });

  inLongSet(it)('are estimated by the durations of earlier lookups on this server', async () => {
    const { app } = await withTokens({ net: scriptedResolver(answersAddress).net });
    const targets = Array.from({ length: 500 }, (_, at) => `n${at}.example`);
    const estimate = async () => (await as(app).post({ targets, tools: ['dns'], dryRun: true })).json()._data.estimate;
    const before = await estimate();
    expect((await app.inject('/api/v2/dnsRecords?domain=a.example')).statusCode).toBe(200);
    expect((await estimate()).seconds).toBeLessThan(before.seconds);
  });

  inLongSet(it)('are compared with an earlier run by facts, and never with lists of other owners', async () => {
    let second = false;
    const { net } = scriptedResolver(async (question) => {
      const isGone = second && question.name.startsWith('gone.');
      if (question.type !== TYPE_A || isGone) return dnsAnswer(question, { rcode: isGone ? 3 : 0 });
      const address = second && question.name.startsWith('moved.') ? '203.0.113.2' : '203.0.113.1';
      return dnsAnswer(question, { records: [{ ...question, ttlSeconds: second ? 60 : 30, fields: [address] }] });
    });
    const clock = { ms: 1_000 };
    const { app } = await withTokens({ net, now: () => clock.ms });
    const { get, post } = as(app);
    const run = async (targets: readonly string[], asked = post) => {
      const { id } = (await asked({ targets, tools: ['dns'] })).json()._data;
      await eventually(async () => expect((await get(`/${id}`)).json()._data.endedAt).not.toBeNull());
      return id;
    };
    const since = await run(['same.example', 'moved.example', 'gone.example', 'left.example']);
    second = true;
    // No cached answer is fresh any more.
    clock.ms += 3_600_000;
    const id = await run(['new.example', 'gone.example', 'moved.example', 'same.example']);
    const found = (await get(`/${id}/changes?since=${since}`)).json()._data;
    expect(found).toEqual({
      ...{ id, since, compared: 3, changed: 2, notCompared: 0, onlyHere: 1, onlyBefore: 1 },
      lookups: [
        {
          ...{ target: 'gone.example', tool: 'dns' },
          changes: [{ kind: 'gone', label: 'Lookup', text: 'It failed: nxdomain; before, it was answered.' }],
        },
        {
          ...{ target: 'moved.example', tool: 'dns' },
          changes: [{ kind: 'changed', label: 'A records', text: expect.stringContaining('203.0.113.2') }],
        },
      ],
    });
    expect((await get(`/${id}/changes`)).json()).toMatchObject({ code: 'invalid-input' });
    expect((await get(`/${id}/changes?since=${'0'.repeat(36)}`)).statusCode).toBe(404);
    expect((await as(app, THEIRS).get(`/${id}/changes?since=${since}`)).statusCode).toBe(404);
  });

  inLongSet(it)('run one at a time for a person, and end when they are removed', async () => {
    const signals: AbortSignal[] = [];
    const { app } = await withTokens({ net: scriptedResolver(silent(signals)).net });
    const { post, remove } = as(app);
    const { id } = (await post({ targets: 'a.example', tools: ['dns'] })).json()._data;
    const second = await post({ targets: 'b.example', tools: ['dns'] });
    expect([second.statusCode, second.json().message]).toEqual([
      429,
      `Your list ${id} is still running. Only one list can run at a time.`,
    ]);
    expect((await as(app, THEIRS).post({ targets: 'b.example', tools: ['dns'] })).statusCode).toBe(200);
    await eventually(() => expect(signals.length).toBeGreaterThan(0));
    await remove(id);
    expect((await post({ targets: 'b.example', tools: ['dns'] })).statusCode).toBe(200);
  });

  inLongSet(it)(
    'of four others with silent targets, from one network, do not keep a short one waiting, and a fifth is refused',
    async () => {
      const tokens = ['g1', 'g2', 'g3', 'g4', 'g5', 'visitor'];
      const { net } = scriptedResolver((question, signal) =>
        question.name.startsWith('slow') ? silent([])(question, signal) : answersAddress(question, signal),
      );
      const all = tokens.map((token) => `${token}:${hash(`sonde_${token}`)}`).join(',');
      const variables = { SONDE_API_TOKENS: all, SONDE_TRUST_PROXY: '127.0.0.1' };
      const { app } = await serve(variables, { net, drainMs: 0 });
      const start = (token: string, from: string, targets: readonly string[]) =>
        app.inject({
          method: 'POST',
          url: LISTS,
          headers: { authorization: `Bearer sonde_${token}`, 'x-forwarded-for': from },
          payload: { targets, tools: ['dns'] },
        });
      const slow = (token: string) => Array.from({ length: 100 }, (_, index) => `slow${index}.${token}.example`);
      const greedy = tokens.slice(0, 5);
      for (const token of greedy.slice(0, 4)) {
        expect((await start(token, '203.0.113.66', slow(token))).statusCode).toBe(200);
      }
      const [last = ''] = greedy.slice(4);
      expect((await start(last, '203.0.113.66', slow(last))).json()).toMatchObject({ code: 'rate-limited' });
      const { id } = (await start('visitor', '192.0.2.7', ['a.example'])).json()._data;
      const ended = await eventually(async () => {
        const found = (await as(app, 'sonde_visitor').get(`/${id}`)).json()._data;
        expect(found.endedAt).not.toBeNull();
        return found;
      }, SPARING_MS);
      expect(Date.parse(ended.endedAt) - Date.parse(ended.madeAt)).toBeLessThan(10_000);
    },
  );

  inLongSet(it)('can be stopped, and keep what they have found', async () => {
    const signals: AbortSignal[] = [];
    const { net } = scriptedResolver((question, signal) =>
      question.name.startsWith('slow') ? silent(signals)(question, signal) : answersAddress(question, signal),
    );
    const { app } = await withTokens({ net });
    const { get, post, stop } = as(app);
    const wish = { targets: ['a.one.example', 'slow.one.example', 'c.one.example'], tools: ['dns'] };
    const { id } = (await post(wish)).json()._data;
    await eventually(async () => expect((await get(`/${id}`)).json()._data.done).toBe(1));
    await eventually(() => expect(signals.length).toBeGreaterThan(0));
    expect((await as(app, THEIRS).stop(id)).statusCode).toBe(404);
    expect((await stop(id)).json()._data).toEqual({ changed: 1 });
    await eventually(() => expect(signals.every(({ aborted }) => aborted)).toBe(true));
    const stopped = (await get(`/${id}`)).json()._data;
    expect([stopped.endedAt, stopped.done, stopped.total, stopped.items]).toEqual([
      expect.any(String),
      1,
      3,
      [expect.objectContaining({ target: 'a.one.example' })],
    ]);
    expect((await get()).json()._data.lists[0]).toMatchObject({ id, done: 1, endedAt: stopped.endedAt });
    expect((await stop(id)).json()._data).toEqual({ changed: 0 });
    expect((await stop('nothing')).statusCode).toBe(404);
    // Another list can be started.
    expect((await post({ ...wish, targets: 'd.example' })).statusCode).toBe(200);
  });

  inLongSet(it)(
    'end when they disappear from the store, for example because another process has removed the account',
    async () => {
      const signals: AbortSignal[] = [];
      const { app, accounts } = await withTokens({ net: scriptedResolver(silent(signals)).net });
      await as(app).post({ targets: 'a.example', tools: ['dns'] });
      await eventually(() => expect(signals.length).toBeGreaterThan(0));
      await accounts.store.use((db) => db.deleteFrom('lists').execute());
      // Starting a list makes this process check the store; a timer would do so later.
      await as(app, THEIRS).post({ targets: 'b.example', tools: ['dns'] });
      await eventually(() => expect(signals[0]?.aborted).toBe(true));
    },
  );

  it('cannot be started or removed by other sites with a member’s cookie', async () => {
    const { browser } = await serve();
    const [ours, theirs] = [browser(), browser()];
    await ours.signUp(someone());
    await theirs.signUp(someone());
    const wish = { targets: 'a.example', tools: ['dns'] };
    const forged = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await ours.send('POST', LISTS, wish, forged)).statusCode).toBe(403);
    const { id } = (await ours.post(LISTS, wish)).json()._data;
    expect((await ours.send('DELETE', `${LISTS}/${id}`, undefined, forged)).statusCode).toBe(403);
    const text = { 'content-type': 'text/plain' };
    expect((await ours.send('POST', LISTS, wish, text)).statusCode).toBe(415);
    for (const path of [`${LISTS}/${id}`, `${LISTS}/${id}?format=ndjson`, `${LISTS}/${id}/changes?since=${id}`]) {
      expect((await theirs.get(path)).statusCode).toBe(404);
      expect((await ours.get(path)).statusCode).toBe(200);
    }
    expect((await theirs.send('DELETE', `${LISTS}/${id}`)).statusCode).toBe(404);
  });

  it('with invalid lines are refused before anything is stored, with the line numbers', async () => {
    const { app } = await withTokens();
    const { get, post } = as(app);
    const rubbish = await post({ targets: Array.from({ length: 1_000 }, (_, at) => `?? ${at}`), tools: ['dns'] });
    expect([rubbish.statusCode, rubbish.json().message]).toEqual([
      400,
      expect.stringMatching(/^1000 lines have no target: 1, 2, 3, .*, 50 and 950 more\.$/),
    ]);
    const many = await post({ targets: Array.from({ length: 1_001 }, (_, at) => `n${at}.example`), tools: ['dns'] });
    expect(many.json().message).toBe('A list has at most 1000 targets.');
    const refusals: readonly [object, string][] = [
      [{ targets: 'a.example', tools: ['nmap'] }, 'There is no such tool. The tools are geo, ssl, '],
      [{ targets: 'a.example', tools: ['dns'], dryrun: true }, 'The body has an unknown field "dryrun".'],
      [{ targets: ['a.example', 5], tools: ['dns'] }, 'The targets are a list of texts, or '],
      [{ targets: ' \n;;\n', tools: ['dns'] }, 'The list has no targets.'],
    ];
    for (const [wish, message] of refusals) {
      const refused = await post(wish);
      expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await post({ targets: '00:00:5e:00:53:01', tools: ['dns'] })).statusCode).toBe(400);
    expect((await get()).json()._data.lists).toEqual([]);
  });
});
