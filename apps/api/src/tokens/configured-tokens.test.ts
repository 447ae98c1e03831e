import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

const TOKEN = 'sonde_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const OTHER = 'sonde_other';
const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const NETWORK = '203.0.113.7';

async function server(variables: Record<string, string> = {}) {
  const tools = fakeToolbox();
  const clock = { ms: 1_000 };
  const { app } = await testServer(
    { SONDE_API_TOKENS: `ci:${hash(TOKEN)},slow:${hash(OTHER)}:3/60s`, ...variables },
    { toolbox: tools.toolbox, now: () => clock.ms, drainMs: 0 },
  );
  const ask = (host: string, authorization?: string) =>
    app.inject({
      url: `${COUNTDOWN}?host=${host}`,
      remoteAddress: NETWORK,
      headers: authorization === undefined ? {} : { authorization },
    });
  const answerAll = () => {
    const { measure } = tools.toolbox;
    tools.toolbox.measure = (question, measurement) => {
      const measured = measure(question, measurement);
      tools.runs.at(-1)?.end({ steps: 1 });
      return measured;
    };
  };
  return { app, ask, answerAll, ...tools };
}

describe('a configured token', () => {
  it('has its own allowance, separate from that of the address', async () => {
    const { ask, answerAll } = await server({ SONDE_RATE_LIMIT: '3/60s', SONDE_TOKEN_RATE_LIMIT: '30/60s' });
    answerAll();
    const withToken = await ask('a', `Bearer ${TOKEN}`);
    expect([withToken.statusCode, withToken.headers['ratelimit-policy']]).toEqual([200, '"api";q=30;w=60']);
    expect(withToken.headers['x-ratelimit-remaining']).toBe('27');
    expect((await ask('b')).statusCode).toBe(200);
    expect((await ask('c')).statusCode).toBe(429);
    expect((await ask('d', `bearer ${TOKEN}`)).statusCode).toBe(200);
  });

  it('has the rate given with it in the configuration', async () => {
    const { ask, answerAll } = await server();
    answerAll();
    expect((await ask('a', `Bearer ${OTHER}`)).headers['ratelimit-policy']).toBe('"api";q=3;w=60');
    expect((await ask('b', `Bearer ${OTHER}`)).statusCode).toBe(429);
  });

  it.each([
    [16, `Bearer ${TOKEN}`],
    [4, undefined],
  ])('runs at most %i lookups at once (%s)', async (most, authorization) => {
    const { ask, taken } = await server({ SONDE_RATE_LIMIT: '600/60s' });
    const calls = Array.from({ length: most + 1 }, (_, index) => ask(`a${index}`, authorization));
    await taken(most + 1);
    const first = await Promise.race(calls);
    expect([first.statusCode, first.json().message]).toEqual([429, expect.stringContaining(`At most ${most} lookups`)]);
  });

  it.each([`Bearer ${TOKEN}x`, 'Bearer sonde_', `Bearer ${hash(TOKEN)}`.replace(' ', ' sonde_')])(
    'that is wrong (%s) is refused with 401, and charged to the address',
    async (authorization) => {
      const { ask, runs, app } = await server({ SONDE_RATE_LIMIT: '1/60s' });
      const refused = await ask('a', authorization);
      expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
      expect(refused.json()).toEqual({
        success: false,
        message: 'This token is not valid: it is unknown, was revoked, or has expired.',
        _data: null,
        code: 'not-signed-in',
        reason: 'wrong-token',
      });
      expect((await ask('a', authorization)).statusCode).toBe(429);
      expect(runs).toHaveLength(0);
      const page = await app.inject({ url: '/healthz', headers: { authorization }, remoteAddress: '203.0.113.8' });
      expect(page.statusCode).toBe(401);
    },
  );

  it('is recognised by its prefix: other credentials are ignored', async () => {
    const { ask, answerAll } = await server();
    answerAll();
    for (const authorization of ['Basic c29uZGVfOng=', 'Bearer eyJhbGciOi.x.y']) {
      expect((await ask('a', authorization)).headers['ratelimit-policy']).toBe('"api";q=60;w=60');
    }
  });

  it.each(['', ' ', TOKEN, `Token ${TOKEN}`, `Bearer: ${TOKEN}`, `Bearer "${TOKEN}"`, `Bearer x ${TOKEN}`])(
    'that is sent in the wrong way (%j) is refused, and the refusal says how to send it',
    async (sent) => {
      const { ask, runs } = await server();
      const refused = await ask('a', sent.trim() === '' ? `Bearer${sent}` : sent);
      expect([refused.statusCode, refused.headers['www-authenticate'], refused.json()]).toEqual([
        401,
        'Bearer error="invalid_request"',
        expect.objectContaining({
          reason: 'wrong-token',
          message: 'Send the token in one header field: Authorization: Bearer sonde_…',
        }),
      ]);
      expect([runs.length, refused.body.includes(TOKEN)]).toEqual([0, false]);
    },
  );

  it('may follow several spaces (RFC 9110 section 11.4), and is refused beside a second Authorization field', async () => {
    const { app, ask, answerAll } = await server();
    answerAll();
    expect((await ask('a', `Bearer   ${TOKEN}`)).headers['ratelimit-policy']).toBe('"api";q=600;w=60');
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    for (const other of ['Basic eDp5', `Bearer ${OTHER}`, `Bearer ${TOKEN}`]) {
      for (const fields of [
        [`Bearer ${TOKEN}`, other],
        [other, `Bearer ${TOKEN}`],
      ]) {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          get({ port, host: '127.0.0.1', path: `${COUNTDOWN}?host=b`, headers: { Authorization: fields } }, resolve).on(
            'error',
            reject,
          );
        });
        response.resume();
        expect([fields, response.statusCode]).toEqual([fields, 401]);
      }
    }
  });
});

it.each([
  ['ci', 'name:hash'],
  [`ci:${TOKEN}`, 'name:hash'],
  [`ci:${hash(TOKEN)}:fast`, 'name:hash'],
  [`two words:${hash(TOKEN)}`, 'name:hash'],
])('SONDE_API_TOKENS=%s stops the start, and the message does not repeat it', (value, part) => {
  const { problems } = readConfig({ SONDE_API_TOKENS: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(part);
  expect(problems[0]).not.toContain(TOKEN);
});
