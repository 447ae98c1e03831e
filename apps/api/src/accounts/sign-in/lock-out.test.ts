import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountBrowser, PASSWORD, someone } from '../../testing/account-browser.ts';
import { testServer } from '../../testing/test-server.ts';

const MINUTE_MS = 60_000;

/** A server whose clocks stand still until a test moves them. */
async function server(variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-lock-out-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = { ms: 0 };
  const { app, log } = await testServer(
    { SONDE_DATA_DIR: folder, SONDE_TRUST_PROXY: '127.0.0.1', SONDE_RATE_LIMIT: 'off', ...variables },
    // The store's time advances with the uptime; otherwise a slow run would look like a clock set back.
    { now: () => clock.ms, wallClock: () => Date.UTC(2026, 10, 22) + clock.ms, uptime: () => clock.ms },
  );
  const at = (address: string) => accountBrowser(app, { 'x-forwarded-for': address });
  const mails = () => log.filter(({ mail }) => mail !== undefined);
  return { at, clock, mails, log };
}

const ATTACKER = '198.51.100.1';
const OWNER = '203.0.113.1';

async function statusesOf(count: number, attempt: (index: number) => Promise<{ readonly statusCode: number }>) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await attempt(index)).statusCode);
  return statuses;
}

describe('ten wrong passwords and three reset requests from one address', () => {
  it('slow that address down, but never lock the owner out', async () => {
    const { at, mails, clock } = await server();
    const email = someone();
    // From the attacker's own address, as behind the same router.
    const home = at(ATTACKER);
    await home.signUp(email);
    await home.post('sign-out', {});
    const attacker = at(ATTACKER);
    expect(await statusesOf(12, () => attacker.signIn(email, 'guess'))).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await statusesOf(3, () => attacker.post('password-reset', { email }))).toEqual([200, 200, 200]);

    // Each time a browser without cookies, like another device of the member.
    expect(await statusesOf(3, () => at(OWNER).signIn(email))).toEqual([200, 200, 200]);
    expect(home.cookies.has('sonde.session')).toBe(false);
    expect((await home.signIn(email)).statusCode, 'a browser that has signed in before').toBe(200);
    expect((await at(OWNER).post('password-reset', { email })).statusCode).toBe(200);
    await expect.poll(() => mails().length).toBe(1);

    const refused = await at(ATTACKER).signIn(email);
    expect(refused.json()).toMatchObject({
      code: 'rate-limited',
      message: 'Too many attempts. Please try again in 60 seconds.',
    });
    expect(refused.headers['retry-after']).toBe('60');
    clock.ms += MINUTE_MS;
    expect(await statusesOf(2, () => attacker.signIn(email, 'guess'))).toEqual([401, 429]);
    expect((await home.send('DELETE', '/api/account', { password: PASSWORD })).statusCode).toBe(200);
    expect([...home.cookies.keys()]).toEqual([]);
  }, 120_000);
});

it('the cookie of a known browser cannot be read by scripts, nor over https be set by other hosts', async () => {
  const { at } = await server({ SONDE_PUBLIC_URL: 'https://sonde.example' });
  const { cookies } = await at(OWNER).signUp(someone());
  expect(cookies.find(({ name }) => name.endsWith('device'))).toMatchObject({
    name: '__Host-sonde.device',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
  });
});

describe('requests for a new password', () => {
  it('all get the same answer, and send one mail in ten minutes', async () => {
    const { at, mails, clock } = await server();
    const email = someone();
    await at(OWNER).signUp(email);
    const bodies = new Set<string>();
    for (let index = 0; index < 8; index += 1) {
      const known = await at(ATTACKER).post('password-reset', { email });
      const unknown = await at('198.51.100.200').post('password-reset', { email: 'nobody@example.com' });
      expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
      bodies.add(known.body).add(unknown.body);
    }
    expect(bodies.size).toBe(1);
    await expect.poll(() => mails().length).toBe(1);
    clock.ms += 9 * MINUTE_MS;
    await at(OWNER).post('password-reset', { email });
    clock.ms += 2 * MINUTE_MS;
    await at(OWNER).post('password-reset', { email });
    await expect.poll(() => mails().length).toBe(2);
  });

  it('at the same time send one mail', async () => {
    const { at, mails } = await server();
    const email = someone();
    await at(OWNER).signUp(email);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => at(`198.51.100.${index}`).post('password-reset', { email })),
    );
    await expect.poll(() => mails().length).toBeGreaterThan(0);
    await at(OWNER).get('/api/account');
    expect(mails()).toHaveLength(1);
  });

  it('work regardless of who sent them, and reset the limit once a link is used', async () => {
    const { at, mails } = await server();
    const email = someone();
    await at(OWNER).signUp(email);
    await statusesOf(3, () => at(ATTACKER).post('password-reset', { email }));
    await expect.poll(() => mails().length).toBe(1);
    const link = () => /reset=(\S+)/.exec(JSON.stringify(mails().at(-1)))?.[1]?.slice(0, 43) ?? '';
    const owner = at('203.0.113.5');
    const token = link();
    expect((await owner.post('new-password', { token, password: 'another password' })).statusCode).toBe(200);
    expect((await owner.signIn(email, 'another password')).statusCode).toBe(200);
    await owner.post('password-reset', { email });
    await expect.poll(() => mails().length).toBe(2);
    expect(link()).not.toBe(token);
  });

  it('are not ignored if the mail could not be sent', async () => {
    const { at, log } = await server({ SONDE_SMTP_URL: 'smtp://127.0.0.1:1', SONDE_PUBLIC_URL: 'http://a.example' });
    const email = someone();
    await at(OWNER).signUp(email);
    const failed = () => log.filter(({ msg }) => msg === 'a reset mail was not sent').length;
    for (const attempts of [1, 2]) {
      await at(OWNER).post('password-reset', { email });
      await expect.poll(failed).toBe(attempts);
    }
  });

  it('for many accounts from one address are refused', async () => {
    const { at } = await server();
    const statuses = await statusesOf(12, () => at(ATTACKER).post('password-reset', { email: someone() }));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect((await at(OWNER).post('password-reset', { email: someone() })).statusCode).toBe(200);
  });
});
