import { myIp } from '@sonde/contract';
import { expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const PATH = '/api/v2/myIp';

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1'],
])('tells the caller at %s that it is %s', async (remoteAddress, ip) => {
  const { app } = await testServer();
  const answer = await app.inject({ url: PATH, remoteAddress });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toEqual({ success: true, message: 'OK', _data: { ip } });
  expect(myIp.answer.safeParse(answer.json()._data).success).toBe(true);
});

it('uses a forwarded address only from a trusted proxy, and only if it is valid', async () => {
  const trusting = await testServer({ SONDE_TRUST_PROXY: '10.0.0.0/8' });
  const ask = async ({ app }: typeof trusting, remoteAddress: string, forwarded: string) =>
    (await app.inject({ url: PATH, remoteAddress, headers: { 'x-forwarded-for': forwarded } })).json()._data.ip;
  expect(await ask(trusting, '10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
  expect(await ask(trusting, '10.1.2.3', '<script>')).toBeNull();
  expect(await ask(trusting, '192.0.2.8', '203.0.113.9')).toBe('192.0.2.8');
  expect(await ask(await testServer(), '10.1.2.3', '203.0.113.9')).toBe('10.1.2.3');
});

it('is charged to the allowance', async () => {
  const { app } = await testServer({ SONDE_RATE_LIMIT: '1/60s' });
  for (let call = 0; call < 4; call += 1) expect((await app.inject(PATH)).statusCode).toBe(200);
  const refused = await app.inject(PATH);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ success: false, code: 'rate-limited', _data: null });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

it('is encrypted like every other call', async () => {
  const { app } = await testServer({ SONDE_ENCRYPT_RESPONSES: 'true' });
  expect(Object.keys((await app.inject(PATH)).json())).toEqual(['data', 'iv']);
});

it('is documented', async () => {
  const { app } = await testServer();
  const { paths } = (await app.inject('/api/openapi.json')).json();
  expect(paths[PATH].get).toMatchObject({ operationId: 'myIp', summary: 'My address' });
  expect((await app.inject('/api/docs/my-ip')).body).toContain('GET /api/v2/myIp');
});
