import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords';
const VISITOR = '203.0.113.7';

async function server(variables: Record<string, string> = {}, freshMs = 0) {
  const tools = fakeToolbox(freshMs);
  const clock = { ms: 1_000 };
  const { app } = await testServer(variables, { toolbox: tools.toolbox, now: () => clock.ms });
  const ask = (host: string, options: { from?: string; forwarded?: string; accept?: string } = {}) =>
    app.inject({
      url: `${COUNTDOWN}?host=${host}`,
      remoteAddress: options.from ?? VISITOR,
      headers: {
        ...(options.forwarded === undefined ? {} : { 'x-forwarded-for': options.forwarded }),
        ...(options.accept === undefined ? {} : { accept: options.accept }),
      },
    });
  /** Makes every measurement end immediately. */
  const answerAll = () => {
    const { measure } = tools.toolbox;
    tools.toolbox.measure = (question, measurement) => {
      const measured = measure(question, measurement);
      tools.runs.at(-1)?.end({ steps: 1 });
      return measured;
    };
  };
  return { app, ask, clock, answerAll, ...tools };
}

describe('the allowance of a client', () => {
  it('is reported in the headers of every answer; once spent, calls are refused with 429 and a time to retry', async () => {
    const { ask, answerAll, clock } = await server({ SONDE_RATE_LIMIT: '7/70s' });
    answerAll();
    expect((await ask('a')).headers).toMatchObject({
      'ratelimit-policy': '"api";q=7;w=70',
      ratelimit: '"api";r=4;t=30',
    });
    expect((await ask('b')).headers['ratelimit']).toBe('"api";r=1;t=60');
    const refused = await ask('c');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '20', ratelimit: '"api";r=1;t=60' });
    expect(refused.json()).toEqual({
      success: false,
      message: 'Too many requests. Please try again in 20 seconds.',
      _data: null,
      code: 'rate-limited',
      retryAfterSeconds: 20,
    });
    clock.ms += 20_000;
    expect((await ask('c')).statusCode).toBe(200);
  });

  it('is charged the cost of a lookup, and a quarter of it for cached and joined answers', async () => {
    const { ask, answerAll, run, taken } = await server({}, 60_000);
    const first = ask('a');
    const { end } = await run(0);
    const joined = ask('a');
    await taken(2);
    end({ steps: 1 });
    expect((await first).headers['x-ratelimit-remaining']).toBe('57');
    expect((await joined).headers['x-ratelimit-remaining']).toBe('56');
    answerAll();
    const fresh = await ask('a');
    expect(fresh.headers).toMatchObject({ 'x-ratelimit-remaining': '55', 'x-ratelimit-reset': '5' });
    expect((await ask('')).headers['x-ratelimit-remaining']).toBe('52');
  });

  it('belongs to an IPv4 address or an IPv6 /64 network', async () => {
    const { ask, answerAll } = await server({ SONDE_RATE_LIMIT: '3/60s' });
    answerAll();
    const statuses = async (...addresses: string[]) => {
      const all = [];
      for (const from of addresses) all.push((await ask('a', { from })).statusCode);
      return all;
    };
    expect(await statuses('192.0.2.1', '192.0.2.2', '192.0.2.1', '::ffff:192.0.2.1')).toEqual([200, 200, 429, 429]);
    expect(await statuses('2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1')).toEqual([200, 429, 200]);
  });

  it('of a /48 network is four times as large, and not charged for clients whose own is spent', async () => {
    const { ask, answerAll, clock } = await server({ SONDE_RATE_LIMIT: '3/60s' });
    answerAll();
    const statuses = async (...addresses: string[]) => {
      const all = [];
      for (const [index, from] of addresses.entries()) all.push((await ask(`${from}-${index}`, { from })).statusCode);
      return all;
    };
    const network = (number: number) => `2001:db8:0:${number.toString(16)}::1`;
    expect(await statuses(network(1), network(1), network(1), network(2))).toEqual([200, 429, 429, 200]);
    expect(await statuses(network(3), network(4), network(5), '2001:db8:1:1::1')).toEqual([200, 200, 429, 200]);
    const refused = await ask('late', { from: network(6) });
    expect(refused.headers).toMatchObject({ 'retry-after': '15', 'x-ratelimit-remaining': '0' });
    clock.ms += 15_000;
    expect(await statuses(network(7), network(8))).toEqual([200, 429]);
  });

  it('is not multiplied by forwarded addresses, except those of a trusted proxy', async () => {
    const forged = ['198.51.100.1', '198.51.100.2', '<b>', '', '127.0.0.1', '::1', 'a, b, c'];
    const direct = await server({ SONDE_RATE_LIMIT: '3/60s' });
    direct.answerAll();
    const untrusted = await server({ SONDE_RATE_LIMIT: '3/60s', SONDE_TRUST_PROXY: '10.0.0.0/8' });
    untrusted.answerAll();
    for (const { ask } of [direct, untrusted]) {
      const statuses = [];
      for (const forwarded of forged) statuses.push((await ask('a', { forwarded })).statusCode);
      expect(statuses).toEqual([200, ...Array(6).fill(429)]);
    }
    const from = '10.0.0.1';
    const status = async (forwarded: string) => (await untrusted.ask('a', { from, forwarded })).statusCode;
    expect(await status('192.0.2.9, 198.51.100.1')).toBe(200);
    expect(await status('192.0.2.8, 198.51.100.1')).toBe(429);
    expect(await status('198.51.100.2, 10.0.0.2')).toBe(200);
    // All invalid addresses that a proxy forwards share one allowance, that of the proxy.
    expect([await status('<b>'), await status('unknown'), await status('198.51.100.3:1')]).toEqual([200, 429, 429]);
  });

  it('does not exist if rate limiting is off', async () => {
    const { ask, answerAll } = await server({ SONDE_RATE_LIMIT: 'off' });
    answerAll();
    for (let index = 0; index < 100; index += 1) expect((await ask(`${index}`)).statusCode).toBe(200);
    expect((await ask('a')).headers).not.toHaveProperty('ratelimit');
  });

  it('does not limit health checks', async () => {
    const { app, ask, answerAll } = await server({ SONDE_RATE_LIMIT: '1/60s' });
    answerAll();
    await ask('a');
    expect((await ask('b')).statusCode).toBe(429);
    expect((await app.inject({ url: '/healthz', remoteAddress: VISITOR })).statusCode).toBe(200);
  });
});

describe('the lookups of a client', () => {
  it('are limited to four at a time; joined lookups do not count', async () => {
    const { ask, run, runs, taken } = await server({ SONDE_RATE_LIMIT: '1000/60s' });
    const four = ['a', 'b', 'c', 'd'].map((host) => ask(host));
    await run(3);
    const fifth = await ask('e');
    expect(fifth.statusCode).toBe(429);
    expect(fifth.headers['retry-after']).toBe('1');
    expect(fifth.json()).toMatchObject({ code: 'rate-limited' });
    const joined = ask('a');
    await taken(5);
    const other = ask('e', { from: '203.0.113.8' });
    await run(4);
    for (const { end } of runs) end({ steps: 1 });
    const all = await Promise.all([...four, joined, other]);
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    const next = ask('f');
    (await run(5)).end({ steps: 1 });
    expect((await next).statusCode).toBe(200);
  });

  it('are limited to sixteen at a time for a whole /48', async () => {
    const { ask, answerAll, runs } = await server({ SONDE_RATE_LIMIT: '1000/60s' });
    const from = (network: number) => ({ from: `2001:db8:0:${network.toString(16)}::1` });
    const all = Array.from({ length: 16 }, (_, index) => ask(`${index}`, from(index)));
    await eventually(() => expect(runs.length).toBeGreaterThanOrEqual(8));
    const late = await ask('late', from(100));
    expect(late.statusCode).toBe(429);
    expect(late.json().message).toContain('your network');
    const other = ask('other', { from: '2001:db8:1:1::1' });
    await eventually(() => expect(runs.map(({ question }) => question.query['host'])).toContain('other'));
    answerAll();
    for (const { end } of runs) end({ steps: 1 });
    expect((await other).statusCode).toBe(200);
    // If the queue was full, one of the waiting lookups was refused instead.
    const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode);
    expect(statuses.sort().slice(0, 15)).toEqual(Array(15).fill(200));
  });

  it('are counted until the stream has ended', async () => {
    const { ask, run, runs } = await server({ SONDE_RATE_LIMIT: '1000/60s' });
    const four = ['a', 'b', 'c', 'd'].map((host) => ask(host, { accept: 'text/event-stream' }));
    const { report, end } = await run(0);
    await run(3);
    report({ left: 1 });
    expect((await ask('e')).statusCode).toBe(429);
    end({ steps: 1 });
    expect((await four[0])?.body).toContain('event: result');
    const fifth = ask('e');
    (await run(4)).end({ steps: 1 });
    expect((await fifth).statusCode).toBe(200);
    for (const { end: endOther } of runs) endOther({ steps: 1 });
    await Promise.all(four);
  });
});

describe('the slots of a tool', () => {
  it('when all are taken, further lookups get 503 and a time to retry', async () => {
    const { ask, run, runs } = await server({ SONDE_RATE_LIMIT: 'off' });
    const all = Array.from({ length: 16 }, (_, index) => ask(`${index}`));
    await run(7);
    const refused = await ask('one-more');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json()).toMatchObject({ code: 'busy' });
    for (let index = 0; index < 16; index += 1) (await run(index)).end({ steps: 1 });
    expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));
    expect(runs).toHaveLength(16);
  });
});

describe('a denied target', () => {
  it('is refused with 422 before anything is sent', async () => {
    const { net, asked } = scriptedResolver(answersAddress);
    const { app, log } = await testServer({ SONDE_DENY_TARGETS: 'victim.example, 192.0.2.0/24' }, { net });
    const response = await app.inject(`${DNS}?domain=www.Victim.example.`);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ success: false, code: 'refused-target', reason: 'denied' });
    expect(asked).toHaveLength(0);
    expect((await app.inject(`${DNS}?domain=other.example`)).statusCode).toBe(200);
    await eventually(() =>
      expect(log).toContainEqual(expect.objectContaining({ level: 30, msg: 'refused', reason: 'denied' })),
    );
    expect(JSON.stringify(log)).not.toContain('victim');
  });
});
