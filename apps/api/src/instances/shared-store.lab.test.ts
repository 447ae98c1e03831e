import type { AnyTool } from '@sonde/contract';
import { type RedisLab, runCommand, startRedisLab } from '@sonde/lab';
import { answerShapeOf } from '@sonde/service';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { eventsOf } from '../testing/events.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';

let redis: RedisLab;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis.stop());

let host = '';
let number = 0;
beforeEach(() => {
  number += 1;
  host = `target-${number}.example`;
});

interface Server extends TestServer {
  readonly url: string;
  readonly tools: ReturnType<typeof fakeToolbox>;
}

/** Starts a server that shares the store with all others of the test. */
async function server(variables: Record<string, string> = {}, freshMs = 0) {
  const tools = fakeToolbox(freshMs);
  const started = await testServer({ SONDE_REDIS_URL: redis.url, ...variables }, { toolbox: tools.toolbox });
  const url = await started.app.listen({ host: '127.0.0.1', port: 0 });
  await until(started, 'redis');
  return { ...started, url, tools } satisfies Server;
}

function until({ app }: TestServer, cache: string) {
  return eventually(async () => {
    expect((await app.inject('/readyz')).json()._data.stores.cache).toBe(cache);
  });
}

const path = () => `${COUNTDOWN}?host=${host}`;
/** Calls as the client of this test; each test has its own. */
const ask = ({ app }: TestServer) => app.inject({ url: path(), remoteAddress: `203.0.113.${number}` });
const stream = ({ url }: Server) => fetch(`${url}${path()}`, { headers: { accept: 'text/event-stream' } });
const answer = { host: 'example.com', steps: 3, gaps: [] };

describe('two servers with one store', () => {
  it('measure once while the answer is fresh, and charge the second call a quarter of the cost', async () => {
    const [first, second] = [await server({}, 60_000), await server({}, 60_000)];
    const asked = ask(first);
    (await first.tools.run(0)).end(answer);
    expect((await asked).json()._data).toEqual(answer);
    const again = await ask(second);
    expect(again.json()._data).toEqual(answer);
    expect(second.tools.runs).toHaveLength(0);
    // Three units for the lookup, and a quarter of that for the cached answer.
    expect(again.headers['x-ratelimit-remaining']).toBe('56');
  });

  it('measure again on request despite the other’s cached answer, and no more often than one instance would', async () => {
    const [first, second] = [await server({}, 60_000), await server({}, 60_000)];
    const fresh = ({ app }: TestServer) => app.inject(`${path()}&fresh=true`);
    const asked = ask(first);
    (await first.tools.run(0)).end(answer);
    await asked;
    const anew = fresh(second);
    (await second.tools.run(0)).end({ ...answer, steps: 4 });
    expect((await anew).json()._data.steps).toBe(4);
    const third = await server({}, 60_000);
    expect((await ask(third)).json()._data.steps).toBe(4);
    const refused = await fresh(first);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  inLongSet(it)('do not share what is not cached', async () => {
    const [first, second] = [await server(), await server()];
    const asked = ask(first);
    (await first.tools.run(0)).end(answer);
    await asked;
    const again = ask(second);
    (await second.tools.run(0)).end(answer);
    expect((await again).statusCode).toBe(200);
  });

  it('make a single lookup for equal queries, and both report its parts', async () => {
    const [first, second] = [await server(), await server()];
    const leading = stream(first);
    const run = await first.tools.run(0);
    run.report({ left: 2 });
    const following = stream(second);
    const events = eventsOf(await following);
    expect((await events.next()).value).toEqual({ event: 'progress', data: { left: 2 } });
    run.report({ left: 1 });
    expect((await events.next()).value).toEqual({ event: 'progress', data: { left: 1 } });
    run.end(answer);
    expect((await events.next()).value).toMatchObject({ event: 'result', data: { _data: answer } });
    for await (const _ of eventsOf(await leading));
    expect(second.tools.runs).toHaveLength(0);
  });

  inLongSet(it)('pass a failure on to joined lookups', async () => {
    const [first, second] = [await server(), await server()];
    const leading = ask(first);
    const run = await first.tools.run(0);
    const following = ask(second);
    await second.tools.taken(1);
    run.fail(new Error('a bug'));
    expect((await leading).statusCode).toBe(500);
    expect((await following).statusCode).toBe(500);
  });

  inLongSet(it)('take over a lookup that the other one has aborted because its caller left', async () => {
    const [first, second] = [await server(), await server()];
    const gone = new AbortController();
    const leading = fetch(`${first.url}${path()}`, { signal: gone.signal }).catch(() => null);
    await first.tools.run(0);
    const following = ask(second);
    await second.tools.taken(1);
    gone.abort();
    await leading;
    (await second.tools.run(0)).end(answer);
    expect((await following).json()._data).toEqual(answer);
  });

  inLongSet(it)('take over from one that was killed, when its lease expires', async () => {
    const one = await server();
    const port = new URL(redis.url).port;
    const { version } = answerShapeOf(one.tools.toolbox.tools['countdown'] as AnyTool);
    const lease = ['set', `sonde:3:lease:{${version}:countdown?${host}}`, 'a dead server', 'PX', '300'];
    await runCommand('redis-cli', ['-h', '127.0.0.1', '-p', port, ...lease]);
    const asked = ask(one);
    (await one.tools.run(0)).end(answer);
    expect((await asked).json()._data).toEqual(answer);
  });

  it('share the allowance of a client', async () => {
    const [first, second] = [await server({ SONDE_RATE_LIMIT: '6/60s' }), await server({ SONDE_RATE_LIMIT: '6/60s' })];
    for (const one of [first, second]) {
      host += 'x';
      const asked = ask(one);
      (await one.tools.run(0)).end(answer);
      expect((await asked).statusCode).toBe(200);
    }
    host += 'x';
    const refused = await ask(first);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20);
    expect((await ask(second)).statusCode).toBe(429);
  });
});

describe('a store that fails', () => {
  it('is logged, and fails no call, whether it is killed, silent, or back again', async () => {
    const one = await server();
    const leading = ask(one);
    const run = await one.tools.run(0);
    await redis.kill();
    await until(one, 'memory, while redis cannot be reached');
    run.end(answer);
    expect((await leading).statusCode).toBe(200);
    const alone = ask(one);
    (await one.tools.run(1)).end(answer);
    expect((await alone).statusCode).toBe(200);
    expect(one.log.filter(({ level }) => level === 40)).toMatchObject([
      { msg: 'the shared store cannot be reached: this instance goes on alone' },
    ]);

    await redis.restart();
    await until(one, 'redis');
    redis.pause();
    const silent = ask(one);
    (await one.tools.run(2)).end(answer);
    expect((await silent).statusCode).toBe(200);
    redis.resume();
    await until(one, 'redis');
  });

  inLongSet(it)('is not required at startup, and its absence is logged once, with the reason', async () => {
    const { app, log, stop } = await testServer({ SONDE_REDIS_URL: 'redis://127.0.0.1:1' });
    expect((await app.inject('/readyz')).json()._data.stores.cache).toBe('memory, while redis cannot be reached');
    await eventually(() => expect(log.filter(({ level }) => level === 40)).toHaveLength(1));
    await stop();
    expect(log.filter(({ level }) => level === 40)).toMatchObject([
      {
        msg: 'the shared store cannot be reached: this instance goes on alone',
        reason: expect.stringContaining('ECONNREFUSED'),
      },
    ]);
  });

  inLongSet(it)('is not reported by an instance that stops', async () => {
    const { log, stop } = await server();
    await stop();
    expect(log.filter(({ level }) => level === 40)).toEqual([]);
  });
});
