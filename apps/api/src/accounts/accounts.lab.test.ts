import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountBrowser, PASSWORD, someone } from '../testing/account-browser.ts';
import { accountServers, accountStores } from '../testing/account-stores.ts';
import { testServer } from '../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords?domain=';

describe.each(accountStores())('accounts in the %s store', (kind, variables) => {
  const server = accountServers(variables);
  /** The token of the newest mail in the log, where mails go without SMTP. */
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
    expect([...one.cookies.keys()]).toEqual(['sonde.device']);
    expect((await one.get('/api/account')).statusCode).toBe(401);
    expect(await other.data('/api/account')).toEqual({ email });
  });

  it('reports what is wrong with the input', async () => {
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
      'wrong-credentials',
      'The email address or the password is wrong.',
    ]);
    expect(await failed('sign-up', { email, password })).toEqual([
      400,
      'email-taken',
      'An account with this email address exists already.',
    ]);
    expect(await failed('sign-up', { email: someone(), password: '1234567' })).toEqual([
      400,
      'weak-password',
      'The password must have at least 8 characters.',
    ]);
    expect((await failed('sign-up', { email: someone(), password: 'x'.repeat(129) }))[1]).toBe('weak-password');
    expect((await failed('sign-up', { email: 'nobody', password }))[2]).toBe('This is not a valid email address.');
    expect((await failed('sign-in', { email: '', password }))[2]).toBe('Please enter your email address');
    expect((await failed('password-reset', { email: ' ' }))[2]).toBe('Please enter your email address');
    expect((await failed('sign-in', { email }))[2]).toBe('Please enter your password');
    expect((await failed('new-password', { token: 'x', password }))[1]).toBe('link-expired');
  });

  it('sets a new password with the link of a mail, only once, ends all sessions and begins a new one', async () => {
    let nowMs = Date.now();
    const { browser, log } = await server(
      { SONDE_PUBLIC_URL: 'http://sonde.example' },
      { wallClock: () => nowMs, uptime: () => nowMs },
    );
    const [one, two] = [browser(), browser()];
    const email = someone();
    await one.signUp(email);
    const started = await two.post('password-reset', { email });
    // Without a mail server the link is in the log, and the page must not claim that a mail was sent.
    expect([started.statusCode, started.json()._data.delivery]).toEqual([200, 'operator']);
    await readMail(log, 1);
    const token = mailedToken(log);
    expect(log.find(({ mail }) => mail)?.['mail']).toMatchObject({
      to: email,
      text: expect.stringContaining(`\nhttp://sonde.example/login?reset=${token}\n`),
    });
    expect((await two.post('new-password', { token, password: 'short' })).json().reason).toBe('weak-password');
    const [first, second] = await Promise.all([
      two.post('new-password', { token, password: 'another password' }),
      browser().post('new-password', { token, password: 'a thief’s password' }),
    ]);
    const [won, lost] = first.statusCode === 200 ? [first, second] : [second, first];
    expect([won.statusCode, lost.json().reason]).toEqual([200, 'link-expired']);
    expect((await one.get('/api/account')).statusCode).toBe(401);
    expect((await one.signIn(email)).statusCode).toBe(401);
    expect((await two.post('new-password', { token, password: 'another password' })).json().reason).toBe(
      'link-expired',
    );

    await two.post('password-reset', { email });
    await readMail(log, 2);
    nowMs += 60 * 60_000;
    const late = await two.post('new-password', { token: mailedToken(log), password: 'another password' });
    expect(late.json().reason).toBe('link-expired');
  });

  it('deletes an account with all its data, and only with its password', async () => {
    const { browser } = await server();
    const one = browser();
    const email = someone();
    await one.signUp(email);
    await one.get(`${DNS}mine.example`);
    await one.history(1);
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

  it('finds its data after a restart, and generates and keeps a secret if none is set', async () => {
    const env = await variables();
    const email = someone();
    const first = await testServer(env);
    const one = accountBrowser(first.app);
    await one.signUp(email);
    await one.get(`${DNS}a.example`);
    await one.history(1);
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
