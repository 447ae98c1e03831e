import { FailureEnvelope, failures, tools } from '@sonde/contract';
import { NetFailure } from '@sonde/probes';
import { answersAddress, saysNameDoesNotExist, scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { firstOf } from '../../../scripts/test/vitest-settings.ts';
import { requestFailures } from './http/request-failure.ts';
import { testServer, webBuild } from './testing/test-server.ts';

const DNS = '/api/v2/dnsRecords';

describe('a tool route', () => {
  it('answers with the envelope around the contract’s data', async () => {
    const { app } = await testServer();
    const response = await app.inject(`${DNS}?domain=Example.COM.`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const { success, message, _data } = response.json();
    expect({ success, message }).toEqual({ success: true, message: 'OK' });
    expect(tools.dns.answer.safeParse(_data).success).toBe(true);
    expect(_data).toMatchObject({ domain: 'example.com', gaps: [] });
    expect(JSON.stringify(_data.records)).toContain('192.0.2.53');
  });

  it('exists for every contract, and answers HEAD', async () => {
    const { app } = await testServer();
    for (const { path } of Object.values(tools)) {
      expect((await app.inject(path)).statusCode).toBe(400);
      expect(await app.inject({ method: 'HEAD', url: path })).toMatchObject({ statusCode: 400, body: '' });
    }
  });

  it('queries the resolver for forty identical cold calls as often as for one', async () => {
    const one = scriptedResolver(answersAddress);
    await (await testServer({}, { net: one.net })).app.inject(`${DNS}?domain=example.com`);
    const forty = scriptedResolver(answersAddress);
    const { app } = await testServer({}, { net: forty.net });
    const spellings = ['example.com', 'EXAMPLE.com', ' example.com', 'example.com.'].map(encodeURIComponent);
    const calls = Array.from({ length: 40 }, (_, index) => app.inject(`${DNS}?domain=${spellings[index % 4]}`));
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(one.asked.length).toBeGreaterThan(0);
    expect(forty.asked).toHaveLength(one.asked.length);
  });

  it('answers from the cache as long as the answer is fresh by its contract', async () => {
    const { net, asked } = scriptedResolver(answersAddress);
    const clock = { ms: 1 };
    const { app } = await testServer({}, { net, now: () => clock.ms });
    await app.inject(`${DNS}?domain=example.com`);
    const cold = asked.length;
    clock.ms += 60_000;
    await app.inject(`${DNS}?domain=example.com`);
    expect(asked).toHaveLength(cold);
    clock.ms += 1;
    await app.inject(`${DNS}?domain=example.com`);
    expect(asked).toHaveLength(2 * cold);
  });

  it('answers a failure with its status, code and reason, and caches it for ten seconds', async () => {
    const { net, asked } = scriptedResolver(saysNameDoesNotExist);
    const { app } = await testServer({}, { net });
    const response = await app.inject(`${DNS}?domain=nowhere.example`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      success: false,
      message: 'No DNS records found for this domain',
      _data: null,
      code: 'not-found',
      reason: 'nxdomain',
      checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const cold = asked.length;
    await app.inject(`${DNS}?domain=nowhere.example`);
    expect(asked).toHaveLength(cold);
  });

  it('hides an internal error and logs its cause', async () => {
    const { net } = scriptedResolver(async () => {
      throw new TypeError('the inside');
    });
    const { app, log } = await testServer({}, { net });
    const response = await app.inject(`${DNS}?domain=example.com`);
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('the inside');
    expect(response.json()).toMatchObject({ success: false, _data: null, code: 'internal' });
    expect(JSON.stringify(log.filter(({ level }) => level === 50))).toContain('the inside');
  });

  it('stops the lookup when its only client is gone', async () => {
    const signals: AbortSignal[] = [];
    const { app } = await testServer({}, { net: scriptedResolver(silent(signals)).net });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const client = new AbortController();
    const call = fetch(`${address}${DNS}?domain=example.com`, { signal: client.signal });
    await eventually(() => expect(signals.length).toBeGreaterThan(0));
    client.abort();
    await expect(call).rejects.toThrow();
    await eventually(() => expect(signals.every(({ aborted }) => aborted)).toBe(true));
  });

  it('continues the lookup for a client that stays', async () => {
    const pending: (() => void)[] = [];
    const { net } = scriptedResolver(async (question, signal) => {
      await new Promise<void>((resolve) => pending.push(resolve));
      return answersAddress(question, signal);
    });
    const { app } = await testServer({}, { net });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaver = new AbortController();
    const leaving = fetch(`${address}${DNS}?domain=example.com`, { signal: leaver.signal });
    const staying = fetch(`${address}${DNS}?domain=example.com`);
    await eventually(() => expect(pending.length).toBeGreaterThan(0));
    leaver.abort();
    await expect(leaving).rejects.toThrow();
    const answering = setInterval(() => {
      for (const answer of pending.splice(0)) answer();
    }, 1);
    expect((await staying).status).toBe(200);
    clearInterval(answering);
  });
});

describe('every refusal has an envelope', () => {
  const refusals: [string, InjectOptions | string, number, string][] = [
    ['no parameter', DNS, 400, 'Domain is required'],
    ['an empty parameter', `${DNS}?domain=`, 400, 'Domain is required'],
    [
      'a parameter given twice',
      `${DNS}?domain=a.example&domain=b.example`,
      400,
      "'domain' must be given exactly once. Known parameters: 'domain', 'type', 'server', 'everywhere', 'fresh', 'evidence', 'timing'.",
    ],
    [
      'a parameter as array',
      `${DNS}?domain[]=a.example`,
      400,
      "Unknown parameter 'domain[]'. Known parameters: 'domain', 'type', 'server', 'everywhere', 'fresh', 'evidence', 'timing'.",
    ],
    [
      'a parameter that the call does not know',
      `${DNS}?domain=example.com&resolver=192.0.2.53`,
      400,
      "Unknown parameter 'resolver'. Known parameters: 'domain', 'type', 'server', 'everywhere', 'fresh', 'evidence', 'timing'.",
    ],
    [
      'a parameter of a call without any',
      '/api/v2/myIp?typo=1',
      400,
      "Unknown parameter 'typo'. This call takes no parameters.",
    ],
    [
      'a parameter of the API description',
      '/api/openapi.json?v=2',
      400,
      "Unknown parameter 'v'. This call takes no parameters.",
    ],
    ['a NUL', `${DNS}?domain=example.com%00x`, 400, 'Please enter a valid domain (e.g. example.com)'],
    ['a line break', `${DNS}?domain=example.com%0d%0aX: y`, 400, 'Please enter a valid domain (e.g. example.com)'],
    ['an option', `${DNS}?domain=-f`, 400, 'Please enter a valid domain (e.g. example.com)'],
    ['5,000 characters', `${DNS}?domain=${'a'.repeat(5000)}`, 400, 'Please enter a valid domain (e.g. example.com)'],
    [
      'prototype keys',
      `${DNS}?__proto__=x&constructor=y`,
      400,
      "Unknown parameter '__proto__'. Known parameters: 'domain', 'type', 'server', 'everywhere', 'fresh', 'evidence', 'timing'.",
    ],
    ['a malformed escape', `${DNS}?domain=%E0%A4%A`, 400, 'The query is not properly percent-encoded.'],
    ['a byte that is no UTF-8', `${DNS}?domain=%ff`, 400, 'The query is not properly percent-encoded.'],
    ['a malformed path', '/api/%ff', 400, 'The request is malformed.'],
    ['an unknown call', '/api/v2/nothing', 404, 'There is nothing at this address.'],
    ['an unknown call by POST', { method: 'POST', url: '/api/nothing' }, 404, 'There is nothing at this address.'],
    ['POST', { method: 'POST', url: `${DNS}?domain=a.example` }, 405, 'Only GET and HEAD are answered here.'],
    ['DELETE', { method: 'DELETE', url: DNS }, 405, 'Only GET and HEAD are answered here.'],
    ['OPTIONS', { method: 'OPTIONS', url: DNS }, 405, 'Only GET and HEAD are answered here.'],
    [
      'a body of another type',
      { method: 'POST', url: DNS, headers: { 'content-type': 'x/y' }, payload: '{' },
      405,
      'Only GET and HEAD are answered here.',
    ],
    [
      'a large body',
      { method: 'POST', url: DNS, payload: 'x'.repeat(1025) },
      413,
      'The body of the request is too large.',
    ],
    [
      'a large body of a GET',
      { url: `${DNS}?domain=a.example`, headers: { 'content-length': '1025' } },
      413,
      'The body of the request is too large.',
    ],
  ];
  const codeOf = (status: number, message: string) => {
    if (status === 404) return 'not-found';
    const isOfRequest = Object.values(requestFailures).some((known) => known.message === message);
    return isOfRequest ? 'invalid-request' : 'invalid-input';
  };
  it.each(firstOf(8, refusals))('%s', async (_name, request, status, message) => {
    const { app } = await testServer({}, { webRoot: await webBuild() });
    const response = await app.inject(request);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(FailureEnvelope.parse(response.json())).toMatchObject({
      message,
      code: codeOf(status, message),
    });
    expect(response.headers['x-request-id']).toMatch(/^[\da-f]{24}$/);
    expect(response.headers['allow']).toBe(status === 405 ? 'GET, HEAD' : undefined);
  });

  it.each(
    firstOf(1, [
      ['timeout', 504, 'timeout'],
      ['unreachable', 502, 'unreachable'],
      ['connection-refused', 502, 'unreachable'],
      ['servfail', 502, 'source-failed'],
      ['invalid-response', 502, 'protocol'],
    ] as const),
  )('a resolver that ends with %s', async (reason, status, code) => {
    const { net } = scriptedResolver(() => Promise.reject(new NetFailure(reason, 'Not told.')));
    const { app } = await testServer({}, { net });
    const response = await app.inject(`${DNS}?domain=example.com`);
    expect(response.statusCode).toBe(status);
    expect(FailureEnvelope.parse(response.json())).toMatchObject({ code, reason });
    expect(failures[code].status).toBe(status);
  });
});

describe('the log', () => {
  it('has one line per request, without the target', async () => {
    const { app, log } = await testServer();
    const response = await app.inject({ url: `${DNS}?domain=secret.example`, remoteAddress: '203.0.113.77' });
    await app.inject({ url: `${DNS}?domain=secret.example`, remoteAddress: '2001:db8:1:2::3' });
    await app.inject('/whois/secret.example');
    await eventually(() => expect(log).toHaveLength(3));
    expect(JSON.stringify(log)).not.toContain('secret');
    expect(JSON.stringify(log)).not.toContain('203.0.113.77');
    const expected = { level: 30, msg: 'answered', method: 'GET', route: DNS, status: 200 };
    expect(log[0]).toMatchObject({ ...expected, client: '203.0.113.0/24', lookup: 'measured' });
    expect(log[0]).toMatchObject({ reqId: response.headers['x-request-id'], durationMs: expect.any(Number) });
    expect(log[1]).toMatchObject({ ...expected, client: '2001:db8:1::/48', lookup: 'fresh' });
    expect(log[2]).toMatchObject({ route: null, status: 404 });
  });

  it('trusts a forwarded address only from a configured proxy', async () => {
    const { app, log } = await testServer({ SONDE_TRUST_PROXY: '10.0.0.0/8' });
    const headers = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' };
    await app.inject({ url: '/healthz', headers, remoteAddress: '10.1.2.3' });
    await app.inject({ url: '/healthz', headers, remoteAddress: '203.0.113.9' });
    await app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '<b>' }, remoteAddress: '10.1.2.3' });
    await eventually(() => expect(log).toHaveLength(3));
    expect(log.map(({ client }) => client)).toEqual(['198.51.100.0/24', '203.0.113.0/24', '10.1.2.0/24']);
  });
});

describe('the other routes', () => {
  it('report that the server is alive and ready', async () => {
    const ping = { ipv4: 'ICMP datagram socket', ipv6: null };
    const { app } = await testServer({}, { bestPingMethods: async () => ping });
    expect((await app.inject('/healthz')).json()).toEqual({ success: true, message: 'OK', _data: { status: 'alive' } });
    const ready = await app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    const none = { date: null, origin: 'bundled', problem: 'It is not installed.' };
    expect(ready.json()._data).toEqual({
      status: 'ready',
      engines: Object.keys(tools),
      geo: { sources: ['records'], city: none, asn: none },
      ping,
      wayOut: 'not tried',
      stores: { cache: 'memory', accounts: 'embedded', history: 'embedded' },
      datasets: expect.objectContaining({
        'ct-logs': expect.objectContaining({ date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), error: null }),
        'geo-city': expect.objectContaining({ date: null, error: null, state: 'missing' }),
      }),
    });
  });

  it('keep crawlers away from lookups', async () => {
    const { app } = await testServer();
    expect((await app.inject('/robots.txt')).body).toBe('User-agent: *\nDisallow: /api/\nDisallow: /*?\n');
  });

  it('state where to report a vulnerability, and expire in less than a year', async () => {
    const { app } = await testServer({
      SONDE_CONTACT_EMAIL: 'safety@sonde.example',
      SONDE_PUBLIC_URL: 'https://sonde.example/',
    });
    const { body } = await app.inject('/.well-known/security.txt');
    expect(body).toMatch(/^Contact: mailto:safety@sonde\.example$/m);
    expect(body).toMatch(/^Canonical: https:\/\/sonde\.example\/\.well-known\/security\.txt$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - Date.now();
    expect(expires).toBeGreaterThan(24 * 3600 * 1000);
    expect(expires).toBeLessThan(365 * 24 * 3600 * 1000);
  });
});
