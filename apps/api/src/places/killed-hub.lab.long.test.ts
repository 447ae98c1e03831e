import { createHash } from 'node:crypto';
import type { ListState } from '@sonde/contract/lists/list-calls';
import type { Watch } from '@sonde/contract/watch/watch';
import { defaultLimitsOf } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { askedType, createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { createToolbox } from '@sonde/service';
import { createIdentity } from '@sonde/service/places/identity';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runPlaces } from '../places-program.ts';
import { PASSWORD, someone } from '../testing/account-browser.ts';
import { connectAgent, serviceWith } from '../testing/places.ts';
import { call, dataFolder, serverProcesses, storeVariables } from '../testing/server-processes.ts';

// The built server in a process that is killed, and agents that connect to the next one.
const OURS = 'sonde_ours';
const TOKENS = `ours:${createHash('sha256').update(OURS).digest('hex')}`;
const TARGETS = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.killed.example`);
const WATCHES = '/api/v2/watches';
/** A job goes to another process when its lease has ended. */
const TAKEN_OVER_WITHIN_MS = 120_000;
const [A, MX] = [1, 15];

const nowhere = { city: null, country: null, asn: null, latitude: null, longitude: null } as const;

/** An agent whose resolver knows this mail server for every name, with what it was asked for. */
function agentWith(mail: string) {
  const asked: string[] = [];
  const { net } = scriptedResolver(async (question) => {
    if (question.type === A) asked.push(question.name.replace(/\.$/, ''));
    const fields = question.type === A ? ['192.0.2.53'] : question.type === MX ? ['10', mail] : null;
    return dnsAnswer(question, { records: fields === null ? [] : [{ ...question, ttlSeconds: 0, fields }] });
  });
  return { asked, service: serviceWith(createToolbox(net, noData, defaultLimitsOf(net))) };
}

describe.each(Object.entries(storeVariables))('a hub that is killed, with the %s store', (_kind, storeOf) => {
  const serve = serverProcesses();

  /** A first server, the places `fra` and `ams`, and a function that kills it and starts the next one, to which they connect. */
  async function world() {
    const stage = createStage();
    onTestFinished(stage.clear);
    const { port } = await stage.serve({
      udp: ({ bytes, reply }) =>
        reply(replyTo(bytes, askedType(bytes) === A ? { answers: [Buffer.from([192, 0, 2, 1])] } : {})),
    });
    const variables = {
      ...{ SONDE_PLACES: 'on', SONDE_API_TOKENS: TOKENS, SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s' },
      ...{ SONDE_RESOLVERS: `127.0.0.1:${port}`, SONDE_DATA_DIR: await dataFolder(), SONDE_RATE_LIMIT: 'off' },
      ...(await storeOf()),
    };
    let server = await serve(variables);
    const agents = { fra: agentWith('mx1.killed.example.'), ams: agentWith('mx9.killed.example.') };
    const memberships = await Promise.all(
      Object.keys(agents).map(async (id) => {
        const place = { id, name: id, ...nowhere, confirmsItself: true };
        const { said } = await runPlaces({ action: 'add', place }, { ...variables, PORT: '0' });
        const identity = createIdentity();
        const body = { code: said[0]?.split(': ').at(-1), publicKey: identity.publicKey };
        const { json } = await call(server.announced, '', 'POST', '/api/agents/join', body);
        return { identity, hub: String(json._data.hub), service: agents[id as keyof typeof agents].service };
      }),
    );
    const connect = async () => {
      const url = server.announced.replace(/\/$/, '');
      for (const { service, ...membership } of memberships)
        await (await connectAgent({ url }, membership, { service })).welcome;
    };
    await connect();
    return {
      agents,
      url: () => server.announced.replace(/\/$/, ''),
      async killAndRestart() {
        await server.stop('SIGKILL');
        server = await serve(variables);
        await connect();
      },
    };
  }

  it('keeps the places of a watch that were changed, and what is known of them', async () => {
    const { url, killAndRestart } = await world();
    const signedUp = await call(url(), '', 'POST', '/api/account/sign-up', { email: someone(), password: PASSWORD });
    const ask = (method: string, path: string, body?: object) => call(url(), signedUp.cookie, method, path, body);
    const asked = { tool: 'dns', query: { domain: 'a.killed.example' }, everySeconds: 3_600, from: ['self', 'fra'] };
    const { id } = (await ask('POST', WATCHES, asked)).json._data as Watch;
    const path = `${WATCHES}/${id}`;
    const read = async () => (await ask('GET', path)).json._data as Watch;
    const mail = (one: Watch, place: string) => one.facts[`${place}/records/MX`];
    await eventually(async () =>
      expect(mail(await read(), 'fra')).toEqual(['a.killed.example 10 mx1.killed.example.']),
    );
    expect((await ask('PATCH', path, { from: ['self', 'ams'] })).status).toBe(200);
    await ask('POST', `${path}/check`, {});
    const before = await eventually(async () => {
      const watch = await read();
      expect(mail(watch, 'ams')).toEqual(['a.killed.example 10 mx9.killed.example.']);
      return watch;
    });
    await killAndRestart();
    const after = await read();
    expect([after.from, after.facts, after.changes]).toEqual([['self', 'ams'], before.facts, []]);
    await ask('POST', `${path}/check`, {});
    const again = await eventually(async () => {
      const watch = await read();
      expect(watch.checkedAt).not.toBe(before.checkedAt);
      return watch;
    });
    expect([again.facts, again.changes]).toEqual([before.facts, []]);
  }, 240_000);

  it('goes on with a list from places, and asks no place twice for what it has answered', async () => {
    const { agents, url, killAndRestart } = await world();
    const headers = { authorization: `Bearer ${OURS}`, 'content-type': 'application/json' };
    const get = async (path: string, init: RequestInit = {}) =>
      (await (await fetch(url() + path, { ...init, headers })).json())._data;
    const body = JSON.stringify({ targets: TARGETS, tools: ['dns'], from: ['self', 'fra'] });
    const { id } = (await get('/api/v2/lists', { method: 'POST', body })) as { id: string };
    const read = () => get(`/api/v2/lists/${id}`) as Promise<ListState>;
    const before = await vi.waitFor(
      async () => {
        const list = await read();
        expect(list.done).toBeGreaterThanOrEqual(2);
        return list;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(before.done).toBeLessThan(before.total);
    const known = before.items.filter(({ place }) => place === 'fra').map(({ target }) => target);
    const counts = () => known.map((target) => agents.fra.asked.filter((name) => name === target).length);
    const counted = counts();
    await killAndRestart();
    const list = await vi.waitFor(
      async () => {
        const now = await read();
        expect(now.endedAt).not.toBeNull();
        return now;
      },
      { timeout: TAKEN_OVER_WITHIN_MS, interval: 250 },
    );
    expect(list.items.map(({ target, place, failure }) => [target, place, failure])).toEqual(
      TARGETS.flatMap((target) => ['self', 'fra'].map((place) => [target, place, null])),
    );
    expect(counts()).toEqual(counted);
    expect(list.items.slice(0, before.done)).toEqual(before.items);
  }, 240_000);
});
