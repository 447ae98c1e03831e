import { type RedisLab, runCommand, startRedisLab } from '@sonde/lab';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { eventsOf } from '../testing/events.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

let redis: RedisLab;
beforeAll(async () => {
  redis = await startRedisLab();
});
afterAll(() => redis.stop());

let host = '';
let number = 0;
beforeEach(() => {
  number += 1;
  host = `malformed-${number}.example`;
});

const DAY_MS = 24 * 60 * 60 * 1000;
const answer = { host: 'example.com', steps: 3, gaps: [] };

async function server() {
  const tools = fakeToolbox(60_000);
  const started = await testServer({ SONDE_REDIS_URL: redis.url, SONDE_RATE_LIMIT: 'off' }, { toolbox: tools.toolbox });
  const url = await started.app.listen({ host: '127.0.0.1', port: 0 });
  await eventually(async () => {
    expect((await started.app.inject('/readyz')).json()._data.stores.cache).toBe('redis');
  });
  const ask = () => started.app.inject({ url: `${COUNTDOWN}?host=${host}` });
  const dropped = async () => {
    const { body } = await started.metrics.inject('/metrics');
    return Number(/^sonde_shared_entries_dropped_total(?:\{\})? (\d+)$/m.exec(body)?.[1]);
  };
  return { ...started, url, tools, ask, dropped };
}

/** Sends a command to the store, like any other program that has access to it. */
const command = async (...args: string[]) =>
  (await runCommand('redis-cli', ['-h', '127.0.0.1', '-p', new URL(redis.url).port, ...args])).trim();

/** The key that holds the answer to this test's query, or the lease for its measurement. */
async function keyOf(kind: 'answer' | 'lease'): Promise<string> {
  return eventually(async () => {
    const key = await command('keys', `sonde:*:${kind}:*${host}}`);
    expect(key).not.toBe('');
    return key;
  });
}

/** Has a new server answer the query; returns the key under which other servers find the answer. */
async function answered(): Promise<string> {
  const { tools, ask } = await server();
  const asked = ask();
  (await tools.run(0)).end(answer);
  expect((await asked).statusCode).toBe(200);
  // The lease is returned after the answer was stored; until then, others read the result from this lookup's stream.
  await eventually(async () => expect(await command('keys', `sonde:*:lease:*${host}}`)).toBe(''));
  return keyOf('answer');
}

const resultText = (over: object) =>
  JSON.stringify({ status: 200, body: '{}', code: null, retryAfterSeconds: null, ...over });
const envelope = (over: object) => JSON.stringify({ success: true, message: 'OK', _data: answer, ...over });

describe('garbage where an answer should be', () => {
  it.each(
    firstOf(2, [
      ['no JSON', 'garbage'],
      ['nothing', ''],
      ['null', 'null'],
      ['a list', '[]'],
      ['bytes that are no text', '\u0001\uFFFD{'],
      ['an older shape of a result', JSON.stringify({ result: { status: 200 } })],
      ['a body that is no text', resultText({ body: { success: true } })],
      ['a body that is no JSON', resultText({ body: '<html>' })],
      ['a body without data', resultText({ body: envelope({ _data: null }) })],
      ['data of another tool', resultText({ body: envelope({ _data: { domain: 'example.com', gaps: [] } }) })],
      ['data of another type', resultText({ body: envelope({ _data: { ...answer, steps: '3' } }) })],
      ['another status', resultText({ status: 599, body: envelope({}) })],
      ['a failure that the table does not know', resultText({ status: 418, code: 'teapot' })],
      ['a failure with the body of an answer', resultText({ status: 504, code: 'timeout', body: envelope({}) })],
      ['a negative time to retry', resultText({ body: envelope({}), retryAfterSeconds: -1 })],
    ]),
  )('is dropped, counted and measured again: %s', async (_name, value) => {
    const key = await answered();
    await command('set', key, value, 'PX', '60000');
    const one = await server();
    const asked = one.ask();
    (await one.tools.run(0)).end(answer);
    const { statusCode, body } = await asked;
    expect([statusCode, JSON.parse(body)._data]).toEqual([200, answer]);
    expect(await one.dropped()).toBe(1);
    // The entry that has replaced it is valid for other servers.
    const other = await server();
    expect((await other.ask()).statusCode).toBe(200);
    expect(other.tools.runs).toHaveLength(0);
    expect(await other.dropped()).toBe(0);
  });

  it.each(
    firstOf(1, [
      [
        'a list',
        (key: string) => [
          ['del', key],
          ['rpush', key, 'a'],
        ],
      ],
      [
        'a stream',
        (key: string) => [
          ['del', key],
          ['xadd', key, '*', 'a', 'b'],
        ],
      ],
      ['an answer for ever', (key: string) => [['persist', key]]],
      ['an answer for a year', (key: string) => [['pexpire', key, String(365 * DAY_MS)]]],
      ['more than any answer', (key: string) => [['setrange', key, String(9 * 1024 * 1024), 'x']]],
    ]),
  )('is dropped by its kind, expiry or size: %s', async (_name, commands) => {
    const key = await answered();
    for (const one of commands(key)) await command(...one);
    const one = await server();
    const asked = one.ask();
    (await one.tools.run(0)).end(answer);
    expect((await asked).statusCode).toBe(200);
    expect(await one.dropped()).toBe(1);
    expect(Number(await command('pttl', key))).toBeLessThan(61_000);
  });

  inLongSet(it)('is ignored under the key of another answer shape', async () => {
    const key = await answered();
    const value = await command('get', key);
    await command('del', key);
    for (const version of ['000000000000', '']) {
      await command('set', key.replace(/(?<=:answer:{)\w+(?=:)/, version), value, 'PX', '60000');
    }
    const one = await server();
    const asked = one.ask();
    (await one.tools.run(0)).end(answer);
    expect((await asked).statusCode).toBe(200);
    expect(await one.dropped()).toBe(0);
  });
});

describe('garbage where a lease should be', () => {
  it.each(
    firstOf(1, [
      ['for ever', (key: string) => [['set', key, 'nobody']]],
      ['for a day', (key: string) => [['set', key, 'nobody', 'PX', String(DAY_MS)]]],
      ['a list', (key: string) => [['rpush', key, 'nobody']]],
    ]),
  )('delays no lookup: %s', async (_name, commands) => {
    const lease = (await answered()).replace(':answer:', ':lease:');
    await command('del', lease.replace(':lease:', ':answer:'));
    for (const one of commands(lease)) await command(...one);
    const one = await server();
    const asked = one.ask();
    (await one.tools.run(0)).end(answer);
    expect((await asked).statusCode).toBe(200);
    expect(await one.dropped()).toBe(1);
  });
});

describe('garbage among the messages of a measuring server', () => {
  /** Starts two servers, the first of which is measuring, and finds the stream with its results. */
  async function twoServers() {
    const [first, second] = [await server(), await server()];
    const leading = first.ask();
    const run = await first.tools.run(0);
    return { second, leading, run, stream: `sonde:2:flight:${await command('get', await keyOf('lease'))}` };
  }

  it('reaches no visitor: malformed parts and messages, between valid ones', async () => {
    const { second, leading, run, stream } = await twoServers();
    for (const part of ['garbage', '{"left":"two"}', 'x\ndata: {"success":true}\n\nevent: result', '{}']) {
      await command('xadd', stream, '*', 'part', part);
    }
    await command('xadd', stream, '*', 'unknown', '{"left":7}');
    run.report({ left: 2 });
    const following = fetch(`${second.url}${COUNTDOWN}?host=${host}`, { headers: { accept: 'text/event-stream' } });
    const events = eventsOf(await following);
    expect((await events.next()).value).toEqual({ event: 'progress', data: { left: 2 } });
    for (const message of ['garbage', 'end', '{"left":9}', '']) await command('publish', stream, message);
    run.report({ left: 1 });
    expect((await events.next()).value).toEqual({ event: 'progress', data: { left: 1 } });
    run.end(answer);
    expect((await events.next()).value).toMatchObject({ event: 'result', data: { _data: answer } });
    expect((await leading).statusCode).toBe(200);
    expect(await second.dropped()).toBe(5);
    expect(second.tools.runs).toHaveLength(0);
  });

  it.each(firstOf(1, ['garbage', '{}', '{"result":null,"freshMs":1}', `{"result":${resultText({})},"freshMs":60000}`]))(
    'is not taken for a result: after %s the waiting server measures itself',
    async (text) => {
      const { second, leading, run, stream } = await twoServers();
      await command('xadd', stream, '*', 'end', text);
      const following = second.ask();
      (await second.tools.run(0)).end(answer);
      expect((await following).json()._data).toEqual(answer);
      expect(await second.dropped()).toBe(1);
      run.end(answer);
      expect((await leading).statusCode).toBe(200);
    },
  );
});
