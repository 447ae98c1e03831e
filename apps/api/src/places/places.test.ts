import { request as httpRequest } from 'node:http';
import { type AnyTool, tools } from '@sonde/contract';
import { createAgentJobs } from '@sonde/service/places/agent-jobs';
import { createAgentPace } from '@sonde/service/places/agent-pace';
import { signChallenge } from '@sonde/service/places/identity';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { eventsOf } from '../testing/events.ts';
import { connectAgent, ECHO, echoService, enrol, placesServer, provedAgent, rawAgent } from '../testing/places.ts';

interface Answers {
  readonly places: readonly { place: string; state: string; data: unknown; code: string | null }[];
  readonly groups: readonly { places: string[] }[];
  readonly findings: readonly { code: string; evidence: string }[];
}

describe('a place', () => {
  it('joins with a code, is confirmed, is listed, and answers beside the server itself', async () => {
    const server = await placesServer();
    const membership = await enrol(server, 'fra', false);
    const refused = await connectAgent(server, membership);
    expect(await refused.closed).toBe('This agent is not enrolled here, or not confirmed yet.');
    expect(await server.read('/api/v2/places')).toMatchObject({ places: [{ id: 'fra', state: 'unconfirmed' }] });
    expect((await server.operate({ action: 'list' })).said[0]).toMatch(/^fra: FRA, not confirmed, key [\da-f-]{24}$/);

    await server.operate({ action: 'confirm', id: 'fra' });
    expect(await server.read('/api/v2/places')).toMatchObject({ places: [{ id: 'fra', state: 'offline', tools: [] }] });
    const agent = await connectAgent(server, membership);
    expect(await agent.welcome).toBe('FRA');
    const [place] = ((await server.read('/api/v2/places')) as { places: object[] }).places;
    expect(place).toMatchObject({ id: 'fra', state: 'online', tools: ['echo'], families: ['ipv4'] });

    await server.add('ams');
    const answers = (await server.read(`${ECHO}?host=example.com&from=fra,self,ams,fra`)) as Answers;
    expect(answers.places).toMatchObject([
      { place: 'fra', state: 'answer', data: { host: 'example.com', here: 'there' }, code: null },
      { place: 'self', state: 'answer', data: { here: 'self' } },
      { place: 'ams', state: 'offline', data: null },
    ]);
  });

  inLongSet(it)('streams parts with the place they come from', async () => {
    const server = await placesServer();
    await (await connectAgent(server, await enrol(server, 'fra'))).welcome;
    const accept = 'text/event-stream';
    const response = await fetch(`${server.url}${ECHO}?host=example.com&from=fra,self`, { headers: { accept } });
    const events = [];
    for await (const event of eventsOf(response)) events.push(event);
    const parts = events.filter(({ event }) => event === 'progress').map(({ data }) => data);
    for (const place of ['fra', 'self']) {
      expect(parts).toContainEqual({ place, part: { left: 1 } });
      expect(parts).toContainEqual({ place, answer: expect.objectContaining({ place, state: 'answer' }) });
    }
    expect(events.at(-1)).toMatchObject({ event: 'result', data: { success: true } });
  });

  inLongSet(it)('is late if it does not answer in time, and busy beyond its own limits', async () => {
    const server = await placesServer();
    const never = echoService('there', () => new Promise(() => {}));
    const agent = await connectAgent(server, await enrol(server, 'fra'), {
      service: never,
      limits: { jobs: 1, perMinute: 60 },
    });
    await agent.welcome;
    const [slow, second] = await Promise.all([
      server.read(`${ECHO}?host=slow.example&from=fra`),
      server.read(`${ECHO}?host=slow.example&from=fra`),
    ]);
    const states = [slow, second].map((answers) => (answers as Answers).places[0]);
    expect(states.map((one) => one?.state).toSorted()).toEqual(['busy', 'failure']);
    expect(states.find((one) => one?.state === 'failure')?.code).toBe('timeout');
  });

  it('ends within a second after it was removed, and cannot come back', async () => {
    const server = await placesServer();
    const membership = await enrol(server, 'fra');
    const agent = await connectAgent(server, membership);
    await agent.welcome;
    await server.operate({ action: 'remove', id: 'fra' });
    expect(await agent.closed).toBe('This place was removed.');
    expect(await (await connectAgent(server, membership)).closed).toBe(
      'This agent is not enrolled here, or not confirmed yet.',
    );
  });

  inLongSet(it)('refuses what its own operator has excluded, whatever the hub asks', async () => {
    const server = await placesServer();
    await (await connectAgent(server, await enrol(server, 'fra'))).welcome;
    const answers = (await server.read(`${ECHO}?host=denied.example&from=fra`)) as Answers;
    expect(answers.places).toMatchObject([
      { state: 'failure', code: 'refused-target', reason: 'denied', measuredMs: null },
    ]);
  });

  it('refuses what burdens its target, whatever the hub asks', async () => {
    const tool: AnyTool = { ...tools.ssl, burdens: () => true };
    const sent: Record<string, unknown>[] = [];
    const link = { unsentBytes: 0, send: (text: string) => sent.push(JSON.parse(text)), ping() {}, close() {} };
    const measured: string[] = [];
    const echo = echoService('there');
    const service = {
      ...echo,
      tools: [tool],
      answer: (...[asked]: Parameters<typeof echo.answer>) => {
        measured.push(asked.id);
        return Promise.reject(new Error('It was measured.'));
      },
    };
    const now = () => performance.now();
    const jobs = createAgentJobs(link, { service, pace: createAgentPace({ jobs: 1, perMinute: 60 }, now), now });
    jobs.start({
      ...{ t: 'job', job: '0'.repeat(32), tool: 'ssl', query: { host: 'example.com' } },
      ...{ deadlineMs: 5_000, wantsParts: false },
    });
    await eventually(() => expect(sent).toMatchObject([{ t: 'failure', code: 'invalid-input' }]));
    expect(measured).toEqual([]);
  });

  inLongSet(it)('takes no more jobs while it stops', async () => {
    const server = await placesServer();
    const agent = await connectAgent(server, await enrol(server, 'fra'));
    await agent.welcome;
    await agent.drain();
    await eventually(async () => {
      const answers = (await server.read(`${ECHO}?host=example.com&from=fra`)) as Answers;
      expect(answers.places[0]?.state).toBe('offline');
    });
  });
});

describe('a hostile peer', () => {
  it('cannot replay a proof, or use that of another hub', async () => {
    const server = await placesServer();
    const { identity, hub } = await enrol(server, 'fra');
    const { agent, privateKey } = identity;
    const hello = (signature: string) => ({ t: 'hello', agent, signature, version: '1', tools: {}, families: [] });
    const first = await rawAgent(server);
    await eventually(() => expect(first.frames).toHaveLength(1));
    const replayed = signChallenge({ hub, nonce: '0'.repeat(64), agent }, privateKey);
    first.send(hello(replayed));
    expect((await first.closed).code).toBe(1008);
    const { nonce } = first.frames[0] as { nonce: string };
    const second = await rawAgent(server);
    second.send(hello(signChallenge({ hub, nonce, agent }, privateKey)));
    expect((await second.closed).code).toBe(1008);
    const elsewhere = await connectAgent(server, { identity, hub: 'f'.repeat(64) });
    expect(await elsewhere.closed).toBe('This is another hub than the one that was joined.');
  });

  it.each(
    firstOf(1, [
      ['no JSON', '{', 1002],
      ['another kind of frame first', { t: 'answer', job: '0'.repeat(32), data: {}, measuredMs: 1 }, 1002],
      ['a malformed hello', { t: 'hello', agent: 'x' }, 1002],
      ['more than a megabyte', `"${'x'.repeat(1_100_000)}"`, 1009],
    ]),
  )('is disconnected for %s', async (_what, frame, code) => {
    const peer = await rawAgent(await placesServer());
    peer.send(frame);
    expect((await peer.closed).code).toBe(code);
  });

  it('gets no answer from a browser’s page, without WebSocket, or without the protocol', async () => {
    const server = await placesServer();
    const address = `${server.url}/api/agents/connect`;
    expect((await fetch(address)).status).toBe(400);
    expect((await fetch(address, { headers: { origin: 'https://page.example' } })).status).toBe(403);
    const peer = await rawAgent(server, []).catch(() => null);
    expect(peer?.socket.protocol ?? '').toBe('');
  });

  it('is suspended after five answers that do not fit the contract, which nobody else sees', async () => {
    const server = await placesServer();
    const membership = await enrol(server, 'fra');
    const honest = await connectAgent(server, await enrol(server, 'ams'));
    await honest.welcome;
    const peer = await provedAgent(server, membership);
    for (const data of [{ host: 1 }, {}, { here: null, host: '<b>' }, { __proto__: { host: 'x' } }, { x: 1 }]) {
      const { job, asked } = await peer.jobAfter(() => server.read(`${ECHO}?host=example.com&from=fra,ams`));
      peer.send({ t: 'answer', job, data, measuredMs: 1 });
      const { places } = (await asked) as Answers;
      expect(places).toMatchObject([
        { place: 'fra', state: 'failure', code: 'protocol', data: null },
        { place: 'ams', state: 'answer' },
      ]);
    }
    expect(await server.read('/api/v2/places')).toMatchObject({
      places: [{ id: 'ams' }, { id: 'fra', state: 'suspended' }],
    });
    const { places } = (await server.read(`${ECHO}?host=example.com&from=fra`)) as Answers;
    expect(places[0]?.state).toBe('offline');
  });
});

describe('the server', () => {
  inLongSet(it)('still answers clients that offer to switch to HTTP/2', async () => {
    const { url } = await placesServer();
    const status = await new Promise((resolve, reject) => {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
      httpRequest(`${url}/healthz`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it('asks nobody without the setting', async () => {
    const server = await placesServer({ SONDE_PLACES: 'off' });
    expect((await fetch(`${server.url}/api/v2/places`)).status).toBe(404);
    expect((await fetch(`${server.url}/api/agents/connect`)).status).toBe(404);
  });

  it.each(
    firstOf(1, [
      ['a repeated parameter', 'from=fra&from=ams', /once/],
      ['what is no id', 'from=%2e%2e', /ids of places/],
      ['too many places', `from=${Array.from({ length: 65 }, (_, index) => `p${index}`).join(',')}`, /at most 64/],
      ['an unknown parameter', 'from=fra&other=1', /other/],
    ]),
  )('refuses %s', async (_what, query, message) => {
    const { url } = await placesServer();
    const response = await fetch(`${url}${ECHO}?host=example.com&${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid-input', message: expect.stringMatching(message) });
  });

  inLongSet(it)('names the places that do not exist, and the parameter', async () => {
    const server = await placesServer();
    await server.add('fra');
    const response = await fetch(`${server.url}${ECHO}?host=example.com&from=self,fra,nowhere,gone`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid-input',
      message: "'from' names places that this server does not have: nowhere, gone.",
    });
  });

  it('charges the tool at each place, and a call that names unknown places like the list of places', async () => {
    const server = await placesServer({ SONDE_RATE_LIMIT: '10/600s' });
    await server.add('fra');
    const left = async (query: string) =>
      Number((await fetch(`${server.url}${query}`)).headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]);
    expect(await left(`${ECHO}?host=example.com&from=nowhere`)).toBe(9);
    // The place that is not connected costs as much as the server itself.
    expect(await left(`${ECHO}?host=example.com&from=fra,self,fra`)).toBe(7);
    const tooMuch = await fetch(`${server.url}${ECHO}?host=example.com&from=${ids(9)}`);
    expect(tooMuch.status).toBe(400);
    expect(await left(`${ECHO}?host=example.com&from=self`)).toBe(6);
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`).join(',');
