import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresLab, startPostgresLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Surroundings } from '../app.ts';
import { accountBrowser, PASSWORD, someone } from '../testing/account-browser.ts';
import { testServer } from '../testing/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DNS = '/api/v2/dnsRecords?domain=';

let postgres: PostgresLab;
beforeAll(async () => {
  postgres = await startPostgresLab();
});
afterAll(() => postgres?.stop());

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-accounts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const stores = {
  embedded: async () => ({ SONDE_DATA_DIR: await dataDir() }),
  postgresql: async () => ({
    SONDE_DATA_DIR: await dataDir(),
    DATABASE_URL: await postgres.newDatabase(),
    SONDE_SECRET: 'a secret of the test',
  }),
} as const satisfies Record<string, () => Promise<Record<string, string>>>;

describe.each(Object.entries(stores))('accounts in the %s store', (kind, variables) => {
  async function server(more: Record<string, string> = {}, surroundings: Partial<Surroundings> = {}) {
    const { app, log } = await testServer(
      { SONDE_RATE_LIMIT: 'off', SONDE_TRUST_PROXY: '127.0.0.1', ...(await variables()), ...more },
      surroundings,
    );
    return { app, log, browser: () => accountBrowser(app) };
  }
  /** The token of the newest mail in the log, which is where mails go without SMTP. */
  const mailedToken = (log: readonly Record<string, unknown>[]) => {
    const mails = log.flatMap(({ mail }) => (mail === undefined ? [] : [mail as { to: string; text: string }]));
    return /\/login\?reset=([\w-]{43})\n/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  const readMail = (log: readonly Record<string, unknown>[], count: number) =>
    expect.poll(() => log.filter(({ mail }) => mail !== undefined).length, { timeout: 15_000 }).toBe(count);

  it('signs up, out and in, with one session for each sign-in', async () => {
    const { browser } = await server();
    const one = browser();
    const email = someone();
    expect((await one.get('/api/account')).json()).toMatchObject({
      success: false,
      code: 'not-signed-in',
      _data: null,
    });
    const welcome = await one.signUp(` ${email.toUpperCase()} `);
    expect(welcome.statusCode).toBe(200);
    expect(welcome.json()).toEqual({ success: true, message: 'OK', _data: { email } });
    const [cookie] = welcome.cookies;
    expect(cookie).toMatchObject({ name: 'sonde.session', httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await one.data('/api/account')).toEqual({ email });
    const other = browser();
    await other.signIn(email);
    expect((await one.post('sign-out', {})).statusCode).toBe(200);
    expect(one.cookies.size).toBe(0);
    expect((await one.get('/api/account')).statusCode).toBe(401);
    expect(await other.data('/api/account')).toEqual({ email });
  });

  it('says what is wrong with what was typed', async () => {
    const { browser } = await server();
    const one = browser();
    const email = someone();
    await one.signUp(email);
    const failed = async (path: string, body: object) => {
      const answered = await browser().post(path, body);
      const { message, reason, success, _data } = answered.json();
      expect({ success, _data }).toEqual({ success: false, _data: null });
      return [answered.statusCode, reason, message];
    };
    const password = PASSWORD;
    expect(await failed('sign-in', { email, password: 'wrong' })).toEqual([
      401,
      'wrong_credentials',
      'The email address or the password is wrong.',
    ]);
    expect(await failed('sign-up', { email, password })).toEqual([
      400,
      'email_taken',
      'An account with this email address exists already.',
    ]);
    expect(await failed('sign-up', { email: someone(), password: '1234567' })).toEqual([
      400,
      'weak_password',
      'The password must have at least 8 characters.',
    ]);
    expect((await failed('sign-up', { email: someone(), password: 'x'.repeat(129) }))[1]).toBe('weak_password');
    expect((await failed('sign-up', { email: 'nobody', password }))[2]).toBe('This is not a valid email address.');
    expect((await failed('sign-in', { email: '', password }))[2]).toBe('Please enter your email address');
    expect((await failed('password-reset', { email: ' ' }))[2]).toBe('Please enter your email address');
    expect((await failed('sign-in', { email }))[2]).toBe('Please enter your password');
    expect((await failed('new-password', { token: 'x', password }))[1]).toBe('link_expired');
  });

  it('sets a new password by a mail, once, ends all sessions and begins one', async () => {
    let nowMs = Date.now();
    const { browser, log } = await server({ SONDE_PUBLIC_URL: 'http://sonde.example' }, { wallClock: () => nowMs });
    const [one, two] = [browser(), browser()];
    const email = someone();
    await one.signUp(email);
    expect((await two.post('password-reset', { email })).statusCode).toBe(200);
    await readMail(log, 1);
    const token = mailedToken(log);
    expect(log.find(({ mail }) => mail)?.['mail']).toMatchObject({
      to: email,
      text: expect.stringContaining(`\nhttp://sonde.example/login?reset=${token}\n`),
    });
    expect((await two.post('new-password', { token, password: 'short' })).json().reason).toBe('weak_password');
    const [first, second] = await Promise.all([
      two.post('new-password', { token, password: 'another password' }),
      browser().post('new-password', { token, password: 'a thief’s password' }),
    ]);
    const [won, lost] = first.statusCode === 200 ? [first, second] : [second, first];
    expect([won.statusCode, lost.json().reason]).toEqual([200, 'link_expired']);
    expect((await one.get('/api/account')).statusCode).toBe(401);
    expect((await one.signIn(email)).statusCode).toBe(401);
    expect((await two.post('new-password', { token, password: 'another password' })).json().reason).toBe(
      'link_expired',
    );

    await two.post('password-reset', { email });
    await readMail(log, 2);
    nowMs += 60 * 60_000;
    const late = await two.post('new-password', { token: mailedToken(log), password: 'another password' });
    expect(late.json().reason).toBe('link_expired');
  });

  it('keeps the lookups of those who are signed in, and of nobody else', async () => {
    const { app, browser } = await server();
    const one = browser();
    await app.inject(`${DNS}nobody.example`);
    await one.signUp(someone());
    await one.get(`${DNS}b.example`);
    await one.get(`${DNS}A.example`);
    // From memory, and as a stream.
    await one.get(`${DNS}a.example`);
    await one.send('GET', `${DNS}a.example`, undefined, { accept: 'text/event-stream' });
    await one.get(`${DNS}`);
    const { entries, total, next } = await one.data('history');
    expect([total, next]).toEqual([4, null]);
    expect(entries.map(({ tool, target }: Record<string, string>) => `${tool} ${target}`)).toEqual([
      'dns a.example',
      'dns a.example',
      'dns a.example',
      'dns b.example',
    ]);
    expect(entries[0]).toMatchObject({ failure: null, lookedUpAt: entries[0].keptAt });
    expect(Date.now() - Date.parse(entries[0].keptAt)).toBeLessThan(60_000);
  });

  it('finds, pages, moves in and deletes', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    const lookups = Array.from({ length: 60 }, (_, index) => ({
      tool: 'dns',
      target: `${index}_%.example${index % 2 ? '.com' : '.org'}`,
    }));
    expect((await one.post('history', { lookups })).json()._data).toEqual({ changed: 60 });
    expect((await one.post('history', { lookups: [{ tool: 'nothing', target: 'x' }] })).statusCode).toBe(400);
    const first = await one.data('history');
    expect([first.entries.length, first.total]).toEqual([50, 60]);
    expect(first.entries[0]).toMatchObject({ target: '0_%.example.org', lookedUpAt: null });
    const second = await one.data(`history?before=${first.next}`);
    expect([second.entries.length, second.next]).toEqual([10, null]);
    expect([...first.entries, ...second.entries].map(({ target }) => target)).toEqual(
      lookups.map(({ target }) => target),
    );
    expect((await one.data('history?search=.COM')).total).toBe(30);
    expect((await one.data('history?search=1_%25')).total).toBe(6);
    expect((await one.data('history?tool=ping')).total).toBe(0);
    expect((await one.get('history?before=x')).statusCode).toBe(400);
    expect((await one.send('DELETE', `history/${first.entries[0].id}`)).json()._data).toEqual({ changed: 1 });
    expect((await one.data('history')).total).toBe(59);
    expect((await one.data('export')).history).toHaveLength(59);
    expect((await one.send('DELETE', 'history')).json()._data).toEqual({ changed: 59 });
    expect((await one.data('history')).entries).toEqual([]);
  });

  it('keeps lookups 90 days', async () => {
    let nowMs = Date.now();
    const { browser } = await server({}, { wallClock: () => nowMs });
    const one = browser();
    const email = someone();
    await one.signUp(email);
    await one.get(`${DNS}old.example`);
    nowMs += 89 * DAY_MS;
    await one.signIn(email);
    await one.get(`${DNS}young.example`);
    expect((await one.data('history')).total).toBe(2);
    nowMs += DAY_MS;
    expect((await one.data('history')).entries.map(({ target }: { target: string }) => target)).toEqual([
      'young.example',
    ]);
  });

  it('saves targets with a note', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    const note = '<script>alert(1)</script>\nö '.repeat(17);
    await one.send('PUT', 'targets', { target: 'example.com', note: 'first' });
    await one.send('PUT', 'targets', { target: 'example.com', note });
    await one.send('PUT', 'targets', { target: '192.0.2.1', note: '' });
    const { targets } = await one.data('targets');
    expect(targets.map(({ target, note: text }: Record<string, string>) => [target, text])).toEqual([
      ['192.0.2.1', ''],
      ['example.com', note.trim()],
    ]);
    expect((await one.send('PUT', 'targets', { target: 'a', note: 'x'.repeat(501) })).statusCode).toBe(400);
    expect((await one.send('PUT', 'targets', { target: 'a\u0000', note: '' })).statusCode).toBe(400);
    await one.send('DELETE', `targets/${targets[0].id}`);
    expect((await one.data('export')).targets).toHaveLength(1);
  });

  it('takes no text that a store would cut or refuse', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    for (const bad of ['a\u0000b', 'a\ud800b', 'a\u001bb']) {
      for (const [method, path, body] of [
        ['PUT', 'targets', { target: bad, note: '' }],
        ['PUT', 'targets', { target: 'a.example', note: bad }],
        ['POST', 'history', { lookups: [{ tool: 'dns', target: bad }] }],
      ] as const) {
        expect((await one.send(method, path, body)).statusCode, `${method} ${path}`).toBe(400);
      }
    }
    for (const path of ['history?search=%00', 'history?search=a&search=b', 'history?tool=%00', 'history?limit=1000']) {
      expect((await one.get(path)).statusCode, path).toBe(400);
    }
    for (const id of ['%00', 'x', '..%2f..', '1%20or%201=1']) {
      expect((await one.send('DELETE', `history/${id}`)).statusCode, id).toBe(400);
    }
    expect((await one.post('sign-in', [])).json().message).toBe('The request is malformed.');
    expect((await one.send('DELETE', '/api/account')).json().message).toBe('Please enter your password');
    expect(await one.data('export')).toMatchObject({ history: [], targets: [] });
  });

  it('shows and changes nobody else’s, whatever ids are guessed', async () => {
    const { browser } = await server();
    const [one, thief] = [browser(), browser()];
    await one.signUp(someone());
    await thief.signUp(someone());
    await one.get(`${DNS}mine.example`);
    await one.send('PUT', 'targets', { target: 'mine.example', note: 'private' });
    const [entry] = (await one.data('history')).entries;
    const [target] = (await one.data('targets')).targets;
    expect((await thief.send('DELETE', `history/${entry.id}`)).json()._data).toEqual({ changed: 0 });
    expect((await thief.send('DELETE', `targets/${target.id}`)).json()._data).toEqual({ changed: 0 });
    await thief.send('DELETE', 'history');
    expect((await thief.data(`history?before=9999-01-01T00:00:00.000Z_${entry.id}`)).total).toBe(0);
    expect(await thief.data('export')).toMatchObject({ history: [], targets: [] });
    expect((await one.data('history')).total).toBe(1);
    expect((await one.data('targets')).targets).toEqual([target]);
  });

  it('deletes an account with everything in it, and only by its password', async () => {
    const { browser } = await server();
    const one = browser();
    const email = someone();
    await one.signUp(email);
    await one.get(`${DNS}mine.example`);
    await one.send('PUT', 'targets', { target: 'mine.example', note: 'private' });
    expect((await one.send('DELETE', '/api/account', { password: 'wrong' })).json().message).toBe(
      'The password is wrong.',
    );
    expect((await one.send('DELETE', '/api/account', { password: PASSWORD })).statusCode).toBe(200);
    expect((await one.get('/api/account')).statusCode).toBe(401);
    expect((await one.signIn(email)).statusCode).toBe(401);
    await one.signUp(email);
    expect(await one.data('export')).toEqual({ email, history: [], targets: [] });
  });

  it('finds its data again after a restart, and keeps a secret of its own where none is set', async () => {
    const env = await variables();
    const email = someone();
    const first = await testServer(env);
    const one = accountBrowser(first.app);
    await one.signUp(email);
    await one.get(`${DNS}a.example`);
    await first.stop();
    const second = await testServer(env);
    const again = accountBrowser(second.app);
    for (const [name, value] of one.cookies) again.cookies.set(name, value);
    expect((await again.data('history')).total).toBe(1);
    if (kind === 'postgresql') return;
    const secret = join(env.SONDE_DATA_DIR, 'secret');
    expect((await readFile(secret, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
    for (const file of [secret, join(env.SONDE_DATA_DIR, 'sonde.db')]) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });
});
