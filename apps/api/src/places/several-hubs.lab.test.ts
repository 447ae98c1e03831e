import { type RedisLab, startRedisLab } from '@sonde/lab';
import { openSharedStore } from '@sonde/service/stores/shared-store';
import { eventually } from '@sonde/service/testing/eventually';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { postgresDatabase } from '../testing/account-stores.ts';
import { eventsOf } from '../testing/events.ts';
import { connectAgent, ECHO, echoService, enrol, placesServer } from '../testing/places.ts';

let redis: RedisLab;
let variables: Record<string, string> = {};
beforeEach(async () => {
  // One for each test: attempts to connect are counted there.
  redis = await startRedisLab();
  onTestFinished(() => redis.stop());
  variables = {
    SONDE_REDIS_URL: redis.url,
    DATABASE_URL: await postgresDatabase(),
    SONDE_SECRET: 'a secret of the tests that is long enough',
  };
});

interface Answers {
  readonly places: readonly { place: string; state: string; data: unknown; code: string | null }[];
}

type Server = Awaited<ReturnType<typeof placesServer>>;

/** Two processes of one installation, and an agent at the first. */
async function twoHubs(options: Parameters<typeof connectAgent>[2] = {}) {
  const first = await placesServer(variables);
  const second = await placesServer(variables);
  for (const { app } of [first, second])
    await eventually(async () => expect((await app.inject('/readyz')).json()._data.stores.cache).toBe('redis'));
  const membership = await enrol(first, 'fra');
  const agent = await connectAgent(first, membership, options);
  expect(await agent.welcome).toBe('FRA');
  await untilState(second, 'online');
  return { first, second, membership, agent };
}

const untilState = (server: Server, state: string) =>
  eventually(async () => {
    const { places } = (await server.read('/api/v2/places')) as { places: { state: string }[] };
    expect(places[0]?.state).toBe(state);
  });

const askAt = async (server: Server, host = 'example.com') =>
  ((await server.read(`${ECHO}?host=${host}&from=fra`)) as Answers).places[0];

describe('a place whose agent is connected to another process', () => {
  it('is listed, asked and streamed as at its own', async () => {
    const { first, second } = await twoHubs();
    const [here, there] = [await askAt(first), await askAt(second)];
    expect(there).toMatchObject({ place: 'fra', state: 'answer', data: { host: 'example.com', here: 'there' } });
    expect({ ...there, measuredMs: 0 }).toEqual({ ...here, measuredMs: 0 });
    const accept = 'text/event-stream';
    const response = await fetch(`${second.url}${ECHO}?host=example.com&from=fra`, { headers: { accept } });
    const events = [];
    for await (const event of eventsOf(response)) events.push(event);
    expect(events.map(({ data }) => data)).toContainEqual({ place: 'fra', part: { left: 1 } });
  });

  inLongSet(it)(
    'ends a job that nobody waits for any more, and keeps the limits of the agent for all processes',
    async () => {
      const signals: AbortSignal[] = [];
      const service = echoService('there', ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      });
      const { first, second } = await twoHubs({ service, limits: { jobs: 1, perMinute: 60 } });
      const leaving = new AbortController();
      const left = fetch(`${second.url}${ECHO}?host=example.com&from=fra`, { signal: leaving.signal }).catch(
        () => null,
      );
      await eventually(() => expect(signals).toHaveLength(1));
      expect(await askAt(first, 'other.example')).toMatchObject({ state: 'busy' });
      leaving.abort();
      await left;
      await eventually(() => expect(signals[0]?.aborted).toBe(true));
    },
  );

  inLongSet(it)('is offline soon after its agent, its process or the store is gone, and the others go on', async () => {
    const { first, second, membership, agent } = await twoHubs();
    agent.socket.terminate();
    await untilState(second, 'offline');
    expect(await askAt(second)).toMatchObject({ state: 'offline' });

    await (await connectAgent(first, membership)).welcome;
    await untilState(second, 'online');
    await redis.kill();
    await eventually(async () => expect(await askAt(second)).toMatchObject({ state: 'offline' }));
    expect(await askAt(first)).toMatchObject({ state: 'answer' });
    await redis.restart();
    await eventually(async () => expect(await askAt(second)).toMatchObject({ state: 'answer' }));

    await first.app.close();
    await untilState(second, 'offline');
  });

  inLongSet(it)(
    'may connect to the other process: the earlier connection ends, and a copied key is refused at both',
    async () => {
      const { first, second, membership, agent } = await twoHubs();
      const moved = await connectAgent(second, membership);
      await moved.welcome;
      expect(await agent.closed).toBe('Another connection with the same key replaced this one.');
      await eventually(async () => expect(await askAt(first)).toMatchObject({ state: 'answer' }));
      const reasons: string[] = [];
      for (let time = 0; time < 6; time += 1) {
        const { closed, welcome } = await connectAgent(time % 2 === 0 ? first : second, membership);
        reasons.push(await Promise.race([closed, welcome]));
      }
      expect(reasons.at(-1)).toBe('The key is in use elsewhere.');
    },
  );
});

inLongSet(describe)('the calls of one client', () => {
  it('are at most four at once, at all processes together', async () => {
    const signals: AbortSignal[] = [];
    const service = echoService('there', ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const { first, second } = await twoHubs({ service });
    const leaving = new AbortController();
    const call = ({ url }: Server, host: string) =>
      fetch(`${url}${ECHO}?host=${host}&from=fra`, { signal: leaving.signal }).catch(() => null);
    const running = [first, first, second, second].map((server, at) => call(server, `n${at}.example`));
    await eventually(() => expect(signals).toHaveLength(4));
    for (const server of [first, second]) expect((await call(server, 'more.example'))?.status).toBe(429);
    leaving.abort();
    await Promise.all(running);
    await eventually(() => expect(signals.every(({ aborted }) => aborted)).toBe(true));
    const { url } = second;
    await eventually(async () => expect((await fetch(`${url}${ECHO}?host=more.example&from=self`)).status).toBe(200));
  });
});

inLongSet(describe)('messages of the store', () => {
  it('that cannot be read, or are about nothing known, are ignored', async () => {
    const { first, second } = await twoHubs();
    const stranger = openSharedStore(redis.url, () => {});
    onTestFinished(() => stranger.close());
    await eventually(() => expect(stranger.isReachable).toBe(true));
    const job = 'a'.repeat(32);
    const bad = [
      'no JSON',
      '{}',
      '{"t":"present","hub":"x","digests":{},"places":{"__proto__":{"families":[]}}}',
      JSON.stringify({ t: 'said', hub: 'x', place: 'fra', frame: { t: 'answer', job, data: {}, measuredMs: 0 } }),
      JSON.stringify({ t: 'asked', hub: 'x', place: 'nowhere', frame: { t: 'cancel', job } }),
    ];
    for (const message of bad) await stranger.run((commands) => commands.publish('sonde:1:hubs', message));
    expect(await askAt(second)).toMatchObject({ state: 'answer', data: { here: 'there' } });
    expect(await askAt(first)).toMatchObject({ state: 'answer' });
  });
});
