import { createHash } from 'node:crypto';
import { FailureEnvelope } from '@sonde/contract';
import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { describe, expect, it } from 'vitest';
import { testServer, webBuild } from '../testing/test-server.ts';

const TOKEN = `sonde_${'a'.repeat(43)}`;
const hashed = createHash('sha256').update(TOKEN).digest('hex');
const DNS = '/api/v2/dnsRecords?domain=example.com';
const FRIEND = 'https://friend.example';
const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };

describe('a call from a page of another site', () => {
  it('is refused before anything is looked up', async () => {
    const { net, asked } = scriptedResolver(answersAddress);
    const { app } = await testServer({}, { net });
    for (const headers of [
      crossSite,
      { ...crossSite, origin: FRIEND },
      { origin: FRIEND },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ]) {
      const response = await app.inject({ url: DNS, headers });
      expect(response.statusCode).toBe(403);
      expect(FailureEnvelope.parse(response.json()).code).toBe('forbidden');
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect(asked).toHaveLength(0);
  });

  it.each(['same-origin', 'same-site', 'none'])('is not one with Sec-Fetch-Site: %s', async (site) => {
    const { app } = await testServer();
    expect((await app.inject({ url: DNS, headers: { 'sec-fetch-site': site } })).statusCode).toBe(200);
  });

  it.each([
    [{ SONDE_HOSTS: 'sonde.example' }, 'http://sonde.example:3000'],
    [{ SONDE_PUBLIC_URL: 'https://sonde.example/' }, 'https://sonde.example'],
  ])('does not include one from the own origin, in a browser that sends nothing else', async (variables, origin) => {
    const { app } = await testServer(variables);
    const headers = { origin, host: 'sonde.example:3000' };
    expect((await app.inject({ url: DNS, headers })).statusCode).toBe(200);
  });

  it('may link to the pages and the documentation, which make no lookups', async () => {
    const { app } = await testServer({}, { webRoot: await webBuild() });
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    for (const url of ['/', '/dns?domain=example.com', '/api/docs', '/healthz']) {
      expect((await app.inject({ url, headers })).statusCode, url).toBe(200);
    }
    expect((await app.inject({ url: '/api/docs', headers: crossSite })).statusCode).toBe(403);
  });
});

describe('a call from a page of a named origin', () => {
  const variables = { SONDE_CORS_ORIGINS: `http://other.example:8080,${FRIEND}` };

  it('R7.10 R7.11 R7.12 R7.13 is answered, and the page may read it', async () => {
    const { app } = await testServer(variables);
    const response = await app.inject({ url: DNS, headers: { ...crossSite, origin: FRIEND } });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': FRIEND, vary: 'origin, accept-encoding' });
    const readable = String(response.headers['access-control-expose-headers']).split(', ');
    expect(readable).toEqual(
      expect.arrayContaining([
        'retry-after',
        ...['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`),
        ...['algorithm', 'key', 'salt', 'version'].map((name) => `x-encryption-${name}`),
      ]),
    );
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const other = await app.inject({ url: DNS, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(other.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('may keep and delete a result and start a list, with a token but without a cookie', async () => {
    const { app } = await testServer({ ...variables, SONDE_API_TOKENS: `partner:${hashed}` });
    const calls = [
      ['POST', '/api/v2/snapshots', 400],
      ['DELETE', '/api/v2/snapshots/x', 400],
      ['POST', '/api/v2/lists', 400],
    ] as const;
    for (const [method, url, status] of calls) {
      const headers = {
        ...crossSite,
        origin: FRIEND,
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
      };
      const call = await app.inject({ method, url, headers, payload: '{}' });
      expect(call.statusCode, `${method} ${url}: ${call.body}`).toBe(status);
      expect(call.headers['access-control-allow-origin']).toBe(FRIEND);
      const withCookie = await app.inject({ method, url, headers: { ...headers, cookie: 'a=b' }, payload: '{}' });
      expect(withCookie.statusCode).toBe(403);
      const stranger = await app.inject({
        method,
        url,
        headers: { ...headers, origin: 'https://x.example' },
        payload: '{}',
      });
      expect(stranger.statusCode).toBe(403);
    }
  });

  it('may be announced by a preflight request', async () => {
    const { app } = await testServer(variables);
    const response = await app.inject({
      method: 'OPTIONS',
      url: DNS,
      headers: {
        ...crossSite,
        origin: FRIEND,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': FRIEND,
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      'access-control-allow-headers': 'accept, authorization, content-type, if-none-match',
      'access-control-max-age': '600',
    });
  });

  it.each([
    ['a failure too', `${DNS}&domain=b`, 400],
    ['what does not exist too', '/api/v2/nothing', 404],
  ])('%s', async (_name, url, status) => {
    const { app } = await testServer(variables);
    const response = await app.inject({ url, headers: { ...crossSite, origin: FRIEND } });
    expect(response.statusCode).toBe(status);
    expect(response.headers['access-control-allow-origin']).toBe(FRIEND);
  });

  it.each([
    'https://friend.example.evil.example',
    'https://friend.example:444',
    'http://friend.example',
    'https://FRIEND.example',
    'null',
    '',
  ])('is not one from %j', async (origin) => {
    const { app } = await testServer(variables);
    const preflight = { 'access-control-request-method': 'GET' };
    const call = await app.inject({ url: DNS, headers: { ...crossSite, origin } });
    const question = await app.inject({
      method: 'OPTIONS',
      url: DNS,
      headers: { ...crossSite, ...preflight, origin },
    });
    for (const { statusCode, headers } of [call, question]) {
      expect(statusCode).toBe(403);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});
