import { describe, expect, it } from 'vitest';
import { testServer, webBuild } from '../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords';

const onEveryAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
    'microphone=(), midi=(), payment=(), usb=()',
};

const onApiAnswers = {
  ...onEveryAnswer,
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

const compressible = { vary: 'accept-encoding' };

const allowance = {
  'ratelimit-policy': '"api";q=60;w=60',
  ratelimit: '"api";r=58;t=2',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '58',
  'x-ratelimit-reset': '2',
};

/** The header fields without those that differ in every answer. */
function lasting(headers: Readonly<Record<string, unknown>>) {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, connection: _connection, ...rest } = headers;
  return rest;
}

describe('the headers', () => {
  it.each([
    ['an answer of a tool', `${DNS}?domain=example.com`, { ...onApiAnswers, ...allowance, ...compressible }],
    ['a refusal', DNS, { ...onApiAnswers, ...compressible }],
    ['what does not exist', '/api/v2/nothing', onApiAnswers],
    ['what cannot be read', '/api/v2/%ff', onApiAnswers],
    ['a sign of life', '/healthz', onApiAnswers],
    [
      'the description of the API',
      '/api/openapi.json',
      {
        ...onApiAnswers,
        ...compressible,
        'cache-control': 'no-cache',
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      },
    ],
  ])('of %s are exactly these', async (_name, url, expected) => {
    const { app } = await testServer();
    expect(lasting((await app.inject(url)).headers)).toEqual(expected);
  });

  it('of a page are exactly the listed ones', async () => {
    const { app } = await testServer({}, { webRoot: await webBuild() });
    const { headers } = await app.inject('/dns');
    expect(lasting(headers)).toEqual({
      ...onEveryAnswer,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self' 'sha256-/),
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      etag: expect.any(String),
    });
  });

  it('of a file are exactly the listed ones', async () => {
    const { app } = await testServer({}, { webRoot: await webBuild() });
    const { headers } = await app.inject('/assets/app-abc123.js');
    expect(lasting(headers)).toEqual({
      ...onEveryAnswer,
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'accept-ranges': 'bytes',
      'last-modified': expect.any(String),
      etag: expect.any(String),
    });
  });

  it('have a new id for every request', async () => {
    const { app } = await testServer();
    const ask = () => app.inject({ url: '/healthz', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    const ids = [await ask(), await ask()].map(({ headers }) => headers['x-request-id']);
    expect(new Set([...ids, 'mine']).size).toBe(3);
  });
});

describe('https is enforced (HSTS)', () => {
  const security = 'max-age=63072000; includeSubDomains';
  const forwarded = { 'x-forwarded-proto': 'https' };

  it('if the public address is https', async () => {
    const { app } = await testServer({ SONDE_PUBLIC_URL: 'https://sonde.example' });
    expect((await app.inject('/healthz')).headers['strict-transport-security']).toBe(security);
  });

  it('if, and only if, a trusted proxy reports https', async () => {
    const { app } = await testServer({ SONDE_TRUST_PROXY: '10.0.0.0/8' });
    const ask = async (remoteAddress: string, headers: Record<string, string>) =>
      (await app.inject({ url: '/healthz', remoteAddress, headers })).headers['strict-transport-security'];
    expect(await ask('10.1.2.3', forwarded)).toBe(security);
    expect(await ask('::ffff:10.1.2.3', forwarded)).toBe(security);
    expect(await ask('10.1.2.3', { 'x-forwarded-proto': 'http' })).toBeUndefined();
    expect(await ask('203.0.113.9', forwarded)).toBeUndefined();
  });

  it('but not because a client claims https, if no proxy is trusted', async () => {
    const { app } = await testServer();
    const { headers } = await app.inject({ url: '/healthz', headers: forwarded });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
