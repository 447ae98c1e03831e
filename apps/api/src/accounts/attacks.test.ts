import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerDependencies } from '../app.ts';
import { accountBrowser, PASSWORD, someone } from '../testing/account-browser.ts';
import { testServer } from '../testing/test-server.ts';

const OURS = 'http://sonde.example';

async function server(more: Record<string, string> = {}, surroundings: Partial<ServerDependencies> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-attacks-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { app, log } = await testServer(
    { SONDE_DATA_DIR: folder, SONDE_TRUST_PROXY: '127.0.0.1', SONDE_RATE_LIMIT: 'off', ...more },
    surroundings,
  );
  return { app, log, folder, browser: (headers?: Record<string, string>) => accountBrowser(app, headers) };
}

describe('session fixation', () => {
  it('gives every sign-in a new token, whatever cookie the browser had before', async () => {
    const { browser } = await server();
    const [attacker, victim] = [browser(), browser()];
    const email = someone();
    await attacker.signUp(someone());
    const planted = attacker.cookies.get('sonde.session') ?? '';
    victim.cookies.set('sonde.session', planted);
    await victim.signUp(email);
    expect(victim.cookies.get('sonde.session')).not.toBe(planted);
    // The planted cookie is no longer a session.
    expect((await attacker.get('/api/account')).statusCode).toBe(401);
    expect(await victim.data('/api/account')).toEqual({ email });
  });

  it('accepts no token that the server has not issued', async () => {
    const { browser } = await server();
    for (const token of ['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}%00`, `'; drop table members; --`]) {
      const one = browser();
      one.cookies.set('sonde.session', token);
      expect((await one.get('/api/account')).statusCode).toBe(401);
    }
  });

  it('over https uses a cookie that only this host can set', async () => {
    const { browser } = await server({ SONDE_PUBLIC_URL: 'https://sonde.example' });
    const one = browser();
    const [cookie] = (await one.signUp(someone())).cookies;
    expect(cookie).toMatchObject({ name: '__Host-sonde.session', secure: true, httpOnly: true, path: '/' });
    expect(cookie).not.toHaveProperty('domain');
    const tossed = browser();
    tossed.cookies.set('sonde.session', one.cookies.get('__Host-sonde.session') ?? '');
    expect((await tossed.get('/api/account')).statusCode).toBe(401);
  });
});

describe('forged requests', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'http://other.sonde.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'https://sonde.example' },
    { origin: `${OURS}.evil.example` },
  ];

  it('change nothing in the name of a visitor', async () => {
    const { browser } = await server({ SONDE_PUBLIC_URL: OURS });
    const one = browser();
    const email = someone();
    await one.signUp(email);
    const calls = [
      ['POST', 'sign-out', {}],
      ['DELETE', 'history', undefined],
      ['PUT', 'targets', { target: 'evil.example', note: '' }],
      ['POST', 'history', { lookups: [] }],
      ['DELETE', '/api/account', { password: PASSWORD }],
      ['POST', 'sign-in', { email: 'evil@example.com', password: PASSWORD }],
    ] as const;
    for (const headers of foreign) {
      for (const [method, path, body] of calls) {
        const { statusCode } = await one.send(method, path, body, headers);
        expect(statusCode, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403);
      }
    }
    expect(await one.data('export')).toEqual({ email, history: [], targets: [] });
  });

  it('are distinguished from requests of Sonde’s own pages', async () => {
    const { browser } = await server({ SONDE_PUBLIC_URL: OURS });
    const one = browser();
    await one.signUp(someone());
    for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: OURS }, { origin: OURS }]) {
      expect((await one.send('PUT', 'targets', { target: 'a.example', note: '' }, headers)).statusCode).toBe(200);
    }
  });

  it('cannot be made by a form', async () => {
    const { app } = await server();
    const payload = JSON.stringify({ email: someone(), password: PASSWORD });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const answered = await app.inject({ method: 'POST', url: '/api/account/sign-up', headers, payload });
      expect(answered.statusCode, type).toBe(415);
      expect(answered.cookies).toEqual([]);
    }
  });

  it('are not permitted by SONDE_CORS_ORIGINS, which applies to lookups', async () => {
    const { browser } = await server({ SONDE_CORS_ORIGINS: 'http://partner.example' });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'http://partner.example' };
    const one = browser(headers);
    expect((await one.signUp(someone())).statusCode).toBe(403);
    const read = await one.get('/api/account');
    expect(read.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('finding out who has an account is impossible', () => {
  it('by the answer: sign-in and reset answer the same in both cases', async () => {
    const { browser } = await server();
    const email = someone();
    await browser().signUp(email);
    for (const [path, body] of [
      ['sign-in', { password: 'a wrong password' }],
      ['password-reset', {}],
    ] as const) {
      const [known, unknown] = [
        await browser().post(path, { email, ...body }),
        await browser().post(path, { email: someone(), ...body }),
      ];
      expect(unknown.body).toBe(known.body);
      expect(unknown.statusCode).toBe(known.statusCode);
      const names = (answered: typeof known) => Object.keys(answered.headers).sort();
      expect(names(unknown)).toEqual(names(known));
    }
  });

  it('by the duration: the answer to a reset does not wait for the mail', async () => {
    // This address does not answer: the connection is given up after ten seconds.
    const { browser } = await server({ SONDE_SMTP_URL: 'smtp://192.0.2.1:25', SONDE_PUBLIC_URL: OURS });
    const email = someone();
    await browser().signUp(email);
    expect((await browser().post('password-reset', { email })).statusCode).toBe(200);
  });
});

describe('the stored data', () => {
  it('contains no password and no token in plain text', async () => {
    const { browser, folder, log } = await server();
    const one = browser();
    const email = someone();
    const password = `secret ${randomUUID()}`;
    await one.signUp(email, password);
    await one.post('password-reset', { email });
    await expect.poll(() => log.filter(({ mail }) => mail !== undefined).length).toBe(1);
    const mail = log.find((line) => line['mail'])?.['mail'] as { text: string };
    const token = /reset=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    const { readFile, readdir } = await import('node:fs/promises');
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
    const kept = Buffer.concat(files);
    expect(kept.includes(email)).toBe(true);
    expect(kept.includes('scrypt$')).toBe(true);
    for (const text of [password, token, one.cookies.get('sonde.session') ?? '']) {
      expect(text.length).toBeGreaterThan(40);
      expect(kept.includes(text)).toBe(false);
    }
    expect(JSON.stringify(log.filter(({ mail: one }) => one === undefined))).not.toContain(email);
  });

  it('does not take a mail’s address from the request', async () => {
    const { browser, log } = await server({ SONDE_PUBLIC_URL: OURS, SONDE_HOSTS: 'evil.example' });
    const email = someone();
    await browser().signUp(email);
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await browser(headers).post('password-reset', { email });
    await expect.poll(() => log.filter(({ mail }) => mail !== undefined).length).toBe(1);
    expect(JSON.stringify(log)).not.toContain('evil.example');
  });

  it('is limited to the size that a form sends', async () => {
    const { app } = await server();
    const answered = await app.inject({
      method: 'POST',
      url: '/api/account/sign-in',
      headers: { 'content-type': 'application/json', 'content-length': '5000' },
      payload: JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(4_000) }),
    });
    expect(answered.statusCode).toBe(413);
  });
});
