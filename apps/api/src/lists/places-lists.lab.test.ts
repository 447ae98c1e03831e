import { createHash } from 'node:crypto';
import type { ListState } from '@sonde/contract/lists/list-calls';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import { inLongSet, isLong } from '../../../../scripts/test/vitest-settings.ts';
import { accountStores, oneAccountStore } from '../testing/account-stores.ts';
import { connectAgent, echoService, enrol, placesServer } from '../testing/places.ts';

const LISTS = '/api/v2/lists';
const OURS = 'sonde_ours';
const TOKENS = `ours:${createHash('sha256').update(OURS).digest('hex')}`;
const authorization = `Bearer ${OURS}`;
const tools = ['echo'];
const allOf = ({ items }: ListState) => items.map(({ target, place, failure, gaps }) => [target, place, failure, gaps]);

describe.each(isLong ? accountStores() : oneAccountStore())(
  'lists from several places in the %s store',
  (_kind, variables) => {
    type Server = Awaited<ReturnType<typeof placesServer>>;

    const world = async (more: Record<string, string> = {}) =>
      placesServer({ ...(await variables()), SONDE_API_TOKENS: TOKENS, ...more });
    const at = ({ url }: Server) => {
      const call = async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') => {
        const headers = { authorization, 'content-type': 'application/json' };
        return fetch(url + LISTS + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
      };
      const data = async (path: string, body?: object) =>
        ((await (await call(path, body)).json()) as { _data: unknown })._data;
      const text = async (path: string) => (await call(path)).text();
      const state = async (id: string) => (await data(`/${id}`)) as ListState;
      const ended = (id: string) =>
        vi.waitFor(
          async () => {
            const list = await state(id);
            expect(list.endedAt).not.toBeNull();
            return list;
          },
          // A place that is busy, or not back after the start of its hub, is asked three times.
          { timeout: 80_000, interval: 200 },
        );
      const start = async (wish: object) => (await data('', { tools, ...wish })) as { id: string };
      return { call, data, text, state, ended, start };
    };

    it('have one answer for each place, and name the place in every form', async () => {
      const server = await world();
      await (await connectAgent(server, await enrol(server, 'fra'))).welcome;
      const { data, text, ended, start } = at(server);
      const wish = { targets: ['a.example'], from: ['self', 'fra'] };
      expect(await data('', { tools, ...wish, dryRun: true })).toMatchObject({
        estimate: { lookups: 2, seconds: 3, because: 'lists ask a place 20 times a minute.' },
      });
      const { id } = await start(wish);
      const list = await ended(id);
      expect(list).toMatchObject({ from: ['self', 'fra'], total: 2, done: 2 });
      expect(allOf(list)).toEqual([
        ['a.example', 'self', null, []],
        ['a.example', 'fra', null, []],
      ]);
      const lines = (await text(`/${id}?format=ndjson`))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map(({ place, outcome }) => [place, outcome._data.here])).toEqual([
        ['self', 'self'],
        ['fra', 'there'],
      ]);
      const [title, , row] = (await text(`/${id}?format=csv`)).split('\r\n');
      expect([title, row]).toEqual([
        'Target,Tool,Place,State,Verdict,Findings,Gaps,Failure,Measured,Expires,Days left',
        expect.stringMatching(/^a\.example,echo,fra,/),
      ]);
      expect(await data(`/${id}/changes?since=${id}`)).toMatchObject({ compared: 2, changed: 0, lookups: [] });

      const alone = await start({ targets: ['a.example'], from: ['self'] });
      const { from, items } = await ended(alone.id);
      expect([from, items.map((item) => 'place' in item)]).toEqual([[], [false]]);
      expect(await text(`/${alone.id}?format=csv`)).toMatch(/^Target,Tool,State,/);
      expect(await data(`/${id}/changes?since=${alone.id}`)).toMatchObject({ compared: 1, onlyHere: 1, onlyBefore: 0 });
    });

    inLongSet(it)(
      'tell a failure at a place from a place that gives no answer, which is a named gap',
      async () => {
        const server = await world();
        const membership = await enrol(server, 'fra');
        await server.add('gone');
        const service = echoService('there', () => new Promise(() => {}));
        await (await connectAgent(server, membership, { service })).welcome;
        const { text, ended, start } = at(server);
        const { id } = await start({ targets: ['slow.example'], from: ['fra', 'gone'] });
        const list = await ended(id);
        expect(allOf(list)).toEqual([
          ['slow.example', 'fra', 'timeout', []],
          ['slow.example', 'gone', null, ['offline']],
        ]);
        expect(list.summary).toContainEqual({ tool: 'echo', code: 'offline', state: 'unknown', targets: 1 });
        const lines = (await text(`/${id}?format=ndjson`))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(lines).toEqual([
          { target: 'slow.example', tool: 'echo', place: 'fra', outcome: expect.objectContaining({ code: 'timeout' }) },
          { target: 'slow.example', tool: 'echo', place: 'gone', state: 'offline', outcome: null },
        ]);
        expect(await text(`/${id}?format=csv`)).toContain('slow.example,echo,gone,unknown,offline,offline,offline,,');
      },
      90_000,
    );

    inLongSet(it)(
      'ask a place that is busy again, and then all places go on',
      async () => {
        const server = await world();
        let running = 0;
        const service = echoService('there', async () => {
          running += 1;
          return { host: 'x', here: 'fra', gaps: [] };
        });
        const membership = await enrol(server, 'fra');
        const agent = await connectAgent(server, membership, { service, limits: { jobs: 20, perMinute: 0 } });
        await agent.welcome;
        const { ended, start, state } = at(server);
        const { id } = await start({ targets: ['a.example'], from: ['self', 'fra'] });
        await eventually(async () => expect((await state(id)).done).toBe(1), 200);
        agent.socket.terminate();
        await (await connectAgent(server, membership, { service })).welcome;
        expect(allOf(await ended(id))).toEqual([
          ['a.example', 'self', null, []],
          ['a.example', 'fra', null, []],
        ]);
        expect(running).toBe(1);
      },
      90_000,
    );

    inLongSet(it)('can be stopped while a place is asked, and the agent is told', async () => {
      const server = await world();
      const signals: AbortSignal[] = [];
      const service = echoService('there', ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      });
      await (await connectAgent(server, await enrol(server, 'fra'), { service })).welcome;
      const { call, start, state } = at(server);
      const { id } = await start({ targets: ['a.example', 'b.example'], from: ['fra'] });
      await eventually(() => expect(signals).toHaveLength(1));
      expect((await call(`/${id}/stop`, {})).status).toBe(200);
      await eventually(() => expect(signals[0]?.aborted).toBe(true));
      expect(await state(id)).toMatchObject({ done: 0, total: 2, endedAt: expect.any(String) });
    });

    it('are refused for more than places can do, by the rules of a call and of a watch', async () => {
      const server = await world();
      await server.add('fra');
      const { call } = at(server);
      const many = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index}`);
      const hosts = (count: number) => many(count, 'n').map((name) => `${name}.example`);
      const refused: readonly [wish: object, message: RegExp][] = [
        [{ from: ['nowhere'] }, /does not have: nowhere/],
        [{ from: [] }, /'from' takes ids/],
        [{ from: ['../fra'] }, /'from' takes ids/],
        [{ from: [{}] }, /'from' takes ids/],
        [{ from: { length: 1 } }, /'from' takes ids/],
        [{ from: many(65, 'p') }, /at most 64 places/],
        [{ from: ['self', 'fra'], targets: hosts(501) }, /from 2 places has at most 500 targets/],
        [{ from: many(64, 'p'), targets: hosts(16) }, /at most 15 targets/],
      ];
      for (const [wish, message] of refused) {
        const answered = await call('', { tools, targets: ['a.example'], ...wish });
        const { message: said } = (await answered.json()) as { message: string };
        expect([answered.status, said]).toEqual([400, expect.stringMatching(message)]);
      }
      expect(await (await call('')).json()).toMatchObject({ _data: { lists: [] } });
    });

    inLongSet(it)('cost as many calls as there are places', async () => {
      const server = await world({ SONDE_RATE_LIMIT: '5/60s', SONDE_TOKEN_RATE_LIMIT: '5/60s' });
      for (const id of ['p1', 'p2', 'p3', 'p4', 'p5']) await server.add(id);
      const { call } = at(server);
      const wish = { tools, targets: ['a.example'], dryRun: true };
      const from = ['p1', 'p2', 'p3', 'p4', 'p5', 'self'];
      const refused = await call('', { ...wish, from });
      expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
        429,
        expect.stringContaining('A list from 6 places'),
      ]);
      expect((await call('', { ...wish, from: ['p1', 'p2', 'p3'] })).status).toBe(200);
      expect((await call('', { ...wish, from: ['p1', 'p2'] })).status).toBe(429);
    });
  },
);
