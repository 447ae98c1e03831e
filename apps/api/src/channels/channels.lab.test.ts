import { createHmac } from 'node:crypto';
import { startWebhookReceiver, type WebhookReceiver } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { type AccountBrowser, accountBrowser, someone } from '../testing/account-browser.ts';
import { oneAccountStore } from '../testing/account-stores.ts';
import { confirmChange, receiverNet } from '../testing/channel-world.ts';
import { testServer } from '../testing/test-server.ts';

const CHANNELS = '/api/v2/channels';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver?.stop());

const hook = (path = '/ok') => `https://127.0.0.1:${receiver.port}${path}`;
const newest = () => {
  const post = receiver.received.at(-1);
  if (post === undefined) throw new Error('nothing was received');
  return { ...post, content: JSON.parse(post.body) };
};

function isSigned({ headers, body }: ReturnType<typeof newest>, secret: string): boolean {
  const [, seconds, sent] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['sonde-signature'])) ?? [];
  return sent === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

describe.each(oneAccountStore())('channels in the %s store', (_kind, variables) => {
  /** A server whose clock is moved by hand, with a signed-in member. Nothing is delivered but by the test itself. */
  async function world(more: Record<string, string> = {}, isOpen = true) {
    let nowMs = Date.parse('2026-12-01T12:00:00Z');
    const server = await testServer(
      {
        SONDE_RATE_LIMIT: 'off',
        ...(await variables()),
        SONDE_PUBLIC_URL: 'https://sonde.example',
        SONDE_WATCH: 'off',
        ...more,
      },
      { net: receiverNet(receiver, isOpen), wallClock: () => nowMs, uptime: () => nowMs },
    );
    const member = accountBrowser(server.app);
    await member.signUp(someone());
    const owner = await server.accounts.store.use((db) => db.selectFrom('members').select('id').executeTakeFirst());
    return {
      ...server,
      member,
      owner: `member:${owner?.id}`,
      pass: (ms: number) => {
        nowMs += ms;
      },
      deliver: (id: string) => server.channels.deliver(id, never),
      now: () => nowMs,
    };
  }

  const add = async (member: AccountBrowser, kind: string, address: string) =>
    (await member.post(CHANNELS, { kind, address })).json();
  const only = async (member: AccountBrowser) => (await member.data(CHANNELS)).channels[0];

  async function provedHook(member: AccountBrowser, path = '/ok') {
    const { _data: made } = await add(member, 'webhook', hook(path));
    expect((await member.post(`${CHANNELS}/${made.id}/prove`, { code: newest().content.code })).statusCode).toBe(200);
    return made as { readonly id: string; readonly secret: string };
  }

  it('are proved by the code that they receive, which is signed like everything else', async () => {
    const { member } = await world();
    const { _data: made } = await add(member, 'webhook', hook());
    expect(made).toMatchObject({ kind: 'webhook', address: hook(), state: 'unproved', problem: null });
    const sent = newest();
    expect(Object.keys(sent.content)).toEqual(['id', 'code', 'sentAt']);
    expect(isSigned(sent, made.secret)).toBe(true);
    const { code } = sent.content;
    const prove = (given: string) => member.post(`${CHANNELS}/${made.id}/prove`, { code: given });
    expect((await prove(code === '000000' ? '000001' : '000000')).json()).toMatchObject({ code: 'invalid-input' });
    expect((await member.post(`${CHANNELS}/${made.id}/test`, {})).statusCode).toBe(400);
    expect((await prove(code)).json()._data).toMatchObject({ state: 'working' });
    const { secret: _shownOnce, problem: _ofTheCode, ...kept } = made;
    expect(await only(member)).toEqual({ ...kept, state: 'working' });
    expect(await add(member, 'webhook', hook())).toMatchObject({ code: 'invalid-input' });
    expect((await member.send('DELETE', `${CHANNELS}/${made.id}`)).json()._data).toEqual({ changed: 1 });
    expect((await member.data(CHANNELS)).channels).toEqual([]);
  });

  inLongSet(it)('take five wrong codes, and none after an hour; the same call then sends another one', async () => {
    const { member, pass } = await world();
    const { _data: made } = await add(member, 'webhook', hook());
    const first = newest().content.code;
    const prove = async (code: string) => (await member.post(`${CHANNELS}/${made.id}/prove`, { code })).json();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await prove(first === '111111' ? '222222' : '111111')).message).toBe('This is not the code.');
    expect((await prove(first)).message).toMatch(/expired/);
    const again = await add(member, 'webhook', hook());
    expect(again._data).toMatchObject({ id: made.id, secret: made.secret });
    pass(61 * MINUTE_MS);
    expect((await prove(newest().content.code)).message).toMatch(/expired/);
    await add(member, 'webhook', hook());
    expect((await prove(newest().content.code))._data.state).toBe('working');
  });

  it('are told a change once, and again with the same id after a failure', async () => {
    const { member, owner, deliver, pass, ...server } = await world();
    const { id, secret } = await provedHook(member, '/changing');
    receiver.behave('fail');
    const { watchId, changeId, turns } = await confirmChange(server, { owner, channelIds: [id], name: 'our shop' });
    expect(turns).toEqual([{ channelId: id, owner, runAt: expect.any(Date) }]);
    const before = receiver.received.length;
    const next = await deliver(id);
    const failed = newest();
    expect(failed.content).toMatchObject({
      id: expect.any(String),
      watch: { id: watchId, tool: 'dns', target: 'shop.example', name: 'our shop' },
      change: { id: changeId, path: 'records/A', before: ['192.0.2.1'], after: ['192.0.2.2'] },
      sentAt: expect.any(String),
    });
    expect(isSigned(failed, secret)).toBe(true);
    expect(next?.getTime()).toBe(server.now() + MINUTE_MS);
    expect(await only(member)).toMatchObject({ state: 'failing', lastReply: '500', waiting: 1 });
    expect(await deliver(id)).toEqual(next);
    expect(receiver.received.length).toBe(before + 1);
    pass(MINUTE_MS);
    receiver.behave('ok');
    expect(await deliver(id)).toBeNull();
    const arrived = newest();
    expect(arrived.content.id).toBe(failed.content.id);
    expect(isSigned(arrived, secret)).toBe(true);
    expect(await only(member)).toMatchObject({ state: 'working', lastReply: '204', waiting: 0, failingSince: null });
    expect(await deliver(id)).toBeNull();
    expect(receiver.received.length).toBe(before + 2);
  });

  inLongSet(it)(
    'pause for longer after each failure, rest after a day, and get everything once a test arrives',
    async () => {
      const { member, owner, deliver, pass, ...server } = await world();
      const { id } = await provedHook(member, '/changing');
      receiver.behave('fail');
      await confirmChange(server, { owner, channelIds: [id] });
      const pauses: number[] = [];
      for (let next = await deliver(id); next !== null; next = await deliver(id)) {
        pauses.push((next.getTime() - server.now()) / MINUTE_MS);
        pass(next.getTime() - server.now());
      }
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440]);
      expect(await only(member)).toMatchObject({ state: 'failing', restsUntil: null, waiting: 1 });
      const rested = receiver.received.length;
      pass(2 * DAY_MS);
      const later = await confirmChange(server, { owner, channelIds: [id] });
      expect(later.turns).toEqual([]);
      expect(await server.channels.due()).toEqual([]);
      expect(await deliver(id)).toBeNull();
      expect(receiver.received.length).toBe(rested);
      expect((await member.post(`${CHANNELS}/${id}/test`, {})).json()._data).toEqual({ arrived: false, reply: '500' });
      receiver.behave('ok');
      expect((await member.post(`${CHANNELS}/${id}/test`, {})).json()._data).toEqual({ arrived: true, reply: '204' });
      expect(newest().content).toMatchObject({ test: true, watch: { target: 'example.com' } });
      expect(await server.channels.due()).toMatchObject([{ channelId: id }]);
      expect(await deliver(id)).toBeNull();
      // One test failed, one arrived; the two changes have one id each, however often they were sent.
      const told = receiver.received
        .slice(rested)
        .map(({ body }) => JSON.parse(body) as { id: string; test?: boolean })
        .filter(({ test }) => test !== true);
      expect(new Set(told.map(({ id: change }) => change)).size).toBe(2);
      expect(await only(member)).toMatchObject({ state: 'working', waiting: 0 });
    },
  );

  inLongSet(it)('rest at once after 410, and do not follow a redirect', async () => {
    const { member, owner, deliver, pass, ...server } = await world();
    const { id } = await provedHook(member, '/changing');
    receiver.behave('gone');
    await confirmChange(server, { owner, channelIds: [id] });
    expect(await deliver(id)).toBeNull();
    expect(await only(member)).toMatchObject({ state: 'failing', restsUntil: null, lastReply: '410' });
    const { _data: redirected } = await add(member, 'webhook', hook(`/to?${hook('/ok')}`));
    expect(redirected).toMatchObject({ state: 'unproved', problem: '301' });
    expect(newest().path).toMatch(/^\/to/);
  });

  inLongSet(it)(
    'have one delivery of a change, however often it is planned, and none while they are unproved',
    async () => {
      const { member, owner, ...server } = await world();
      const { id } = await provedHook(member);
      const { _data: unproved } = await add(member, 'webhook', hook('/other'));
      const { changeId } = await confirmChange(server, { owner, channelIds: [id, unproved.id] });
      await server.accounts.store.use((db) =>
        db
          .transaction()
          .execute((transaction) =>
            server.channels.plan(transaction, { changeId, channelIds: [id, unproved.id], nowMs: server.now() }),
          ),
      );
      const rows = await server.accounts.store.use((db) => db.selectFrom('deliveries').selectAll().execute());
      expect(rows).toMatchObject([{ channel_id: id, change_id: changeId, done_at: null }]);
      await expect(server.channels.check(owner, [id])).resolves.toBeUndefined();
      await expect(server.channels.check('member:other', [id])).rejects.toMatchObject({ code: 'invalid-input' });
    },
  );

  it('belong to their owner: others find nothing, and a token needs the scope for watches', async () => {
    const { member, app } = await world();
    const { id } = await provedHook(member);
    const other = accountBrowser(app);
    expect((await other.get(CHANNELS)).statusCode).toBe(401);
    await other.signUp(someone());
    expect((await other.data(CHANNELS)).channels).toEqual([]);
    for (const [method, path] of [
      ['POST', `${CHANNELS}/${id}/test`],
      ['DELETE', `${CHANNELS}/${id}`],
    ] as const)
      expect((await other.send(method, path, {})).statusCode).toBe(404);
    expect((await other.post(`${CHANNELS}/${id}/prove`, { code: '1' })).statusCode).toBe(404);
    for (const [scopes, status] of [
      [['lookups'], 403],
      [['watches'], 200],
    ] as const) {
      const { token } = (await member.post('tokens', { name: 'one', scopes })).json()._data;
      const asked = await app.inject({ url: CHANNELS, headers: { authorization: `Bearer ${token}` } });
      expect(asked.statusCode).toBe(status);
    }
  });

  it('at addresses of this network are refused, and leave nothing behind', async () => {
    const { member } = await world({}, false);
    const before = receiver.received.length;
    for (const address of [hook(), 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/', 'https://0x7f.1/']) {
      for (const kind of ['webhook', 'ntfy'])
        expect(await add(member, kind, kind === 'ntfy' ? new URL('/topic', address).href : address)).toMatchObject({
          code: 'refused-target',
        });
    }
    expect(await add(member, 'webhook', 'https://127.0.0.1:22/')).toMatchObject({ code: 'refused-target' });
    for (const address of ['http://hooks.example/', 'ftp://hooks.example/', 'https://me:pw@hooks.example/', 'hooks'])
      expect(await add(member, 'webhook', address)).toMatchObject({ code: 'invalid-input' });
    expect((await member.data(CHANNELS)).channels).toEqual([]);
    expect(receiver.received.length).toBe(before);
  });
});
