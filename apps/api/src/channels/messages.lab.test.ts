import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailboxServer, startMailboxServer, startWebhookReceiver, type WebhookReceiver } from '@sonde/lab';
import { eventually } from '@sonde/service/testing/eventually';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { accountBrowser, someone } from '../testing/account-browser.ts';
import { confirmChange, receiverNet } from '../testing/channel-world.ts';
import { testServer } from '../testing/test-server.ts';

const CHANNELS = '/api/v2/channels';
const MINUTE_MS = 60_000;
const never = new AbortController().signal;
/** Texts of strangers: line breaks, a header field, markup, and a mark that reverses the reading direction. */
const HOSTILE = 'shop\r\nBcc: victim@inbox.test\r\n\r\n<b>bold</b>\u202e\u0000';

let receiver: WebhookReceiver;
let inbox: MailboxServer;
beforeAll(async () => {
  [receiver, inbox] = await Promise.all([startWebhookReceiver(), startMailboxServer()]);
});
afterAll(() => Promise.all([receiver?.stop(), inbox?.stop()]));

async function world(email = someone()) {
  let nowMs = Date.parse('2026-12-01T12:00:00Z');
  const folder = await mkdtemp(join(tmpdir(), 'sonde-channels-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = await testServer(
    {
      SONDE_RATE_LIMIT: 'off',
      SONDE_DATA_DIR: folder,
      SONDE_PUBLIC_URL: 'https://sonde.example',
      SONDE_SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
      SONDE_MAIL_FROM: 'Sonde <noreply@sonde.example>',
    },
    { net: receiverNet(receiver), wallClock: () => nowMs, uptime: () => nowMs },
  );
  const member = accountBrowser(server.app);
  await member.signUp(email);
  const row = await server.accounts.store.use((db) => db.selectFrom('members').select('id').executeTakeFirst());
  const add = async (kind: string, address: string, more: object = {}) =>
    (await member.post(CHANNELS, { kind, address, ...more })).json();
  return {
    ...server,
    member,
    owner: `member:${row?.id}`,
    add,
    async proved(kind: string, address: string, more: object = {}) {
      const { _data: made } = await add(kind, address, more);
      const code = kind === 'mail' ? codeIn(await mailTo(address)) : codeIn(JSON.parse(newest().body).title);
      expect((await member.post(`${CHANNELS}/${made.id}/prove`, { code })).statusCode).toBe(200);
      return made.id as string;
    },
    deliver: (id: string) => server.channels.deliver(id, never),
    pass: (ms: number) => {
      nowMs += ms;
    },
    now: () => nowMs,
  };
}

const newest = () => receiver.received.at(-1) ?? { body: '{}', path: '' };
const codeIn = (text: string) => /code (\d{6})/i.exec(text)?.[1] ?? '';

/** The newest of `count` mails to an address, its lines joined as RFC 2047 and quoted-printable had divided them. */
function mailTo(address: string, count = 1): Promise<string> {
  return eventually(async () => {
    const mails = (await inbox.mails()).filter((mail) => mail.includes(`Delivered-To: ${address}`));
    expect(mails.length).toBe(count);
    return decoded(mails.at(-1) ?? '');
  });
}

const decoded = (mail: string) =>
  mail
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const headerOf = (mail: string) => mail.slice(0, mail.indexOf('\n\n'));
const inboxOf = () => `${someone().split('@')[0]}@inbox.test`;

describe('mail', () => {
  it('proves its address, tells changes as plain text, and ends by one click', async () => {
    const { member, owner, proved, deliver, ...server } = await world();
    const address = inboxOf();
    const id = await proved('mail', address);
    expect(headerOf(await mailTo(address))).not.toMatch(/^List-Unsubscribe/m);
    const { watchId } = await confirmChange(server, { owner, channelIds: [id], name: 'our shop' });
    expect(await deliver(id)).toBeNull();
    const mail = await mailTo(address, 2);
    expect(mail).toMatch(/^Subject: our shop \(shop\.example\): /m);
    expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(mail).toMatch(/^Content-Type: text\/plain/m);
    expect(mail).not.toMatch(/text\/html/);
    expect(mail).toContain(`https://sonde.example/watch/${watchId}`);
    const [, path = ''] = /List-Unsubscribe:\s+<https:\/\/sonde\.example(\/unsubscribe\/[^>]+)>/.exec(mail) ?? [];
    const opened = await server.app.inject({ url: path });
    expect(opened.body).toContain('<form method="post">');
    expect((await member.data(CHANNELS)).channels).toHaveLength(1);
    const click = (url: string) =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const wrong = await click(path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    expect([wrong.statusCode, (await member.data(CHANNELS)).channels.length]).toEqual([200, 1]);
    expect((await click(path)).statusCode).toBe(200);
    expect((await member.data(CHANNELS)).channels).toEqual([]);
    expect((await click(path)).body).toBe(wrong.body);
  });

  it('never lets a text of a stranger begin a header field, a line or markup', async () => {
    const { owner, proved, deliver, ...server } = await world();
    const address = inboxOf();
    const id = await proved('mail', address);
    await confirmChange(server, { owner, channelIds: [id], name: HOSTILE, after: [HOSTILE], before: [] });
    await deliver(id);
    const mail = await mailTo(address, 2);
    expect(headerOf(mail)).not.toMatch(/^Bcc:/im);
    expect(mail).not.toMatch(/^Bcc:/im);
    expect(mail).not.toContain('\u0000');
    expect((await inbox.mails()).some((one) => one.includes('Delivered-To: victim@inbox.test'))).toBe(false);
  });

  inLongSet(it)(
    'tells what happens within a minute together, and everything of a day at seven if it is a daily one',
    async () => {
      const { owner, proved, deliver, pass, ...server } = await world();
      const [soon, daily] = [inboxOf(), inboxOf()];
      const id = await proved('mail', soon);
      const digest = await proved('mail', daily, { pace: 'daily' });
      await confirmChange(server, { owner, channelIds: [id, digest], name: 'one' });
      expect(await deliver(id)).toBeNull();
      for (const name of ['two', 'three']) await confirmChange(server, { owner, channelIds: [id, digest], name });
      const next = await deliver(id);
      expect(next?.getTime()).toBe(server.now() + MINUTE_MS);
      expect((await deliver(digest))?.toISOString()).toBe('2026-12-02T07:00:00.000Z');
      pass(MINUTE_MS);
      expect(await deliver(id)).toBeNull();
      const bundle = await mailTo(soon, 3);
      expect(bundle).toMatch(/^Subject: 2 changes$/m);
      for (const name of ['two', 'three']) expect(bundle).toContain(`${name} (shop.example): A records`);
      pass(Date.parse('2026-12-02T07:00:00Z') - server.now());
      expect(await deliver(digest)).toBeNull();
      expect(await mailTo(daily, 2)).toMatch(/^Subject: 3 changes$/m);
    },
  );

  inLongSet(it)('says what the mail server said, and the owner is told by the account’s address', async () => {
    const account = inboxOf();
    const { member, add, owner, deliver, pass, ...server } = await world(account);
    expect((await add('mail', 'refused@inbox.test'))._data).toMatchObject({ state: 'unproved', problem: 'smtp-554' });
    receiver.behave('gone');
    const { _data: hooked } = await add('webhook', `https://127.0.0.1:${receiver.port}/ok`);
    await member.post(`${CHANNELS}/${hooked.id}/prove`, { code: JSON.parse(newest().body).code });
    await server.accounts.store.use((db) =>
      db
        .updateTable('channels')
        .set({ address: `https://127.0.0.1:${receiver.port}/gone` })
        .where('id', '=', hooked.id)
        .execute(),
    );
    await confirmChange(server, { owner, channelIds: [hooked.id] });
    expect(await deliver(hooked.id)).toBeNull();
    expect(await mailTo(account)).toMatch(/^Subject: Changes no longer arrive at your webhook channel$/m);
  });

  it('proves at most five times a day to one address, whoever asks', async () => {
    const { add } = await world();
    const address = inboxOf();
    for (let sent = 0; sent < 5; sent += 1) expect((await add('mail', address)).success).toBe(true);
    expect(await add('mail', address.toUpperCase())).toMatchObject({ code: 'rate-limited' });
    expect(await add('mail', 'not an address')).toMatchObject({ code: 'invalid-input' });
    await mailTo(address, 5);
  });
});

describe('ntfy', () => {
  it('gets its topic and texts as JSON at the root, which no text can leave', async () => {
    const { owner, proved, deliver, add, ...server } = await world();
    const address = `https://127.0.0.1:${receiver.port}/our-topic`;
    const id = await proved('ntfy', address);
    const { watchId } = await confirmChange(server, { owner, channelIds: [id], name: HOSTILE });
    server.pass(MINUTE_MS);
    expect(await deliver(id)).toBeNull();
    const { path, body } = newest();
    expect(path).toBe('/');
    expect(JSON.parse(body)).toEqual({
      topic: 'our-topic',
      title: expect.stringMatching(/^shop Bcc: victim@inbox\.test <b>bold<\/b> \(shop\.example\): /),
      message: expect.stringContaining('192.0.2.2'),
      priority: 3,
      click: `https://sonde.example/watch/${watchId}`,
    });
    for (const wrong of ['/', '/a/b', '/a%20b', `/${'a'.repeat(65)}`])
      expect(await add('ntfy', `https://127.0.0.1:${receiver.port}${wrong}`)).toMatchObject({ code: 'invalid-input' });
  });
});

describe('the feed', () => {
  it('shows changes as Atom under a secret address, which a new one ends', async () => {
    const { member, owner, ...server } = await world();
    expect((await member.data(CHANNELS)).feed).toBeNull();
    const { atom, calendar } = (await member.post(`${CHANNELS}/feed`, {})).json()._data;
    const { changeId } = await confirmChange(server, { owner, channelIds: [], name: HOSTILE, after: ['<script>'] });
    const at = (url: string) => server.app.inject({ url: new URL(url).pathname });
    const feed = await at(atom);
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const tags: string[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => tags.push(name));
    parser.write(feed.body).close();
    expect(tags.filter((tag) => tag === 'entry')).toHaveLength(1);
    expect(tags).not.toContain('script');
    expect(feed.body).toContain(`urn:uuid:${changeId}`);
    expect((await at(calendar)).body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
    expect((await member.data(CHANNELS)).feed).toEqual({ atom, calendar });
    const renewed = (await member.post(`${CHANNELS}/feed`, {})).json()._data;
    expect((await at(atom)).statusCode).toBe(404);
    expect((await at(renewed.atom)).statusCode).toBe(200);
    expect((await member.send('DELETE', `${CHANNELS}/feed`)).json()._data).toEqual({ changed: 1 });
    expect((await at(renewed.atom)).statusCode).toBe(404);
  });
});
