import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDeviceCookie } from './device-cookie.ts';

/** A server that remembers a browser for an account, or tells for which account it is known. */
async function browser(secret = 'a secret') {
  const app = fastify();
  onTestFinished(() => app.close());
  const devices = createDeviceCookie(
    () => false,
    async () => secret,
  );
  app.get<{ Querystring: { account: string } }>('/remember', async (request, reply) => {
    await devices.remember(request, reply, request.query.account);
    return 'done';
  });
  app.get<{ Querystring: { account: string } }>('/known', async (request) => ({
    device: await devices.knownFor(request, request.query.account),
  }));
  let cookie = '';
  const ask = async (path: string, account: string) => {
    const answered = await app.inject({ url: path, query: { account }, headers: cookie === '' ? {} : { cookie } });
    const [set] = answered.cookies;
    if (set !== undefined) cookie = `${set.name}=${set.value}`;
    return answered;
  };
  return {
    remember: (account: string) => ask('/remember', account),
    known: async (account: string) => (await ask('/known', account)).json().device as string | null,
    get cookie() {
      return cookie;
    },
    set cookie(value) {
      cookie = value;
    },
  };
}

describe('a browser', () => {
  it('is known by one name to the accounts that it has signed in to, and to no others', async () => {
    const one = await browser();
    expect(await one.known('a@example.com')).toBeNull();
    for (const account of ['a@example.com', 'b@example.com', 'a@example.com']) await one.remember(account);
    expect(await one.known('a@example.com')).toMatch(/^[\w-]{22}$/);
    expect(await one.known('b@example.com')).toBe(await one.known('a@example.com'));
    expect(await one.known('c@example.com')).toBeNull();
    expect(one.cookie.replace('sonde.device=', '').split('.')).toHaveLength(3);
    expect(one.cookie).not.toContain('example');
  });

  it('keeps the last five accounts', async () => {
    const one = await browser();
    for (let index = 0; index < 7; index += 1) await one.remember(`${index}`);
    const known = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((index) => one.known(`${index}`)));
    expect(known.map((device) => device !== null)).toEqual([false, false, true, true, true, true, true]);
  });

  it('cannot forge a proof', async () => {
    const [one, elsewhere] = [await browser(), await browser('another secret')];
    await one.remember('a@example.com');
    await elsewhere.remember('a@example.com');
    const [device = '', proof = ''] = one.cookie.replace('sonde.device=', '').split('.');
    const forged = [
      '',
      'x',
      device,
      `${device}.${'A'.repeat(22)}`,
      `${'A'.repeat(22)}.${proof}`,
      `${device}.${proof}.x`,
    ];
    for (const value of [...forged, elsewhere.cookie.replace('sonde.device=', '')]) {
      one.cookie = `sonde.device=${value}`;
      expect(await one.known('a@example.com'), value).toBeNull();
    }
    one.cookie = `sonde.device=${device}.${proof}`;
    expect(await one.known('a@example.com')).toBe(device);
  });
});
