import { createHash } from 'node:crypto';
import { createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataFolder, serverProcesses, storeVariables } from '../testing/server-processes.ts';

const LISTS = '/api/v2/lists';
const OURS = 'sonde_ours';
const TOKENS = `ours:${createHash('sha256').update(OURS).digest('hex')}`;
const TARGETS = Array.from({ length: 20 }, (_, at) => `host${at}.killed.example`);
/** A job goes to another process when its lease has ended. */
const TAKEN_OVER_WITHIN_MS = 120_000;

/** A resolver that counts what it is asked for, by the first label. */
async function countingResolver() {
  const stage = createStage();
  onTestFinished(stage.clear);
  const asked = new Map<string, number>();
  const { port } = await stage.serve({
    udp({ bytes, reply }) {
      const length = bytes[12] ?? 0;
      const label = bytes.subarray(13, 13 + length).toString();
      asked.set(label, (asked.get(label) ?? 0) + 1);
      setTimeout(() => reply(replyTo(bytes, { rcode: 3 })), 40);
    },
  });
  return { asked, server: `127.0.0.1:${port}` };
}

const call = async (url: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${OURS}`, 'content-type': 'application/json' };
  return (await (await fetch(url, { ...init, headers })).json())._data;
};

const hosts = (items: readonly { readonly target: string }[]) => items.map(({ target }) => target.split('.')[0] ?? '');

describe.each(Object.keys(storeVariables))('with the %s store', (kind) => {
  const serve = serverProcesses();

  it('a list continues after the process that ran it was killed, and nothing is measured twice', async () => {
    const { asked, server } = await countingResolver();
    const variables = {
      ...{ SONDE_API_TOKENS: TOKENS, SONDE_RESOLVERS: server, SONDE_DATA_DIR: await dataFolder() },
      ...(await storeVariables[kind]?.()),
    };
    const isDivided = kind === 'postgresql';
    const work = () => serve(isDivided ? { ...variables, SONDE_ROLE: 'work' } : variables);
    const web = isDivided ? await serve({ ...variables, SONDE_ROLE: 'web' }) : null;
    const first = await work();
    const lists = (web ?? first).announced + LISTS;
    // All of one domain, so that they are looked up one after another.
    const { id } = await call(lists, { method: 'POST', body: JSON.stringify({ targets: TARGETS, tools: ['dns'] }) });
    const before = await eventually(async () => {
      const found = await call(`${lists}/${id}`);
      expect(found.done).toBeGreaterThan(2);
      return found;
    });
    await first.stop('SIGKILL');
    expect(before.done).toBeLessThan(TARGETS.length);
    const counts = hosts(before.items).map((name) => asked.get(name));
    const second = await work();
    const url = `${web === null ? second.announced + LISTS : lists}/${id}`;
    const endsAtMs = performance.now() + TAKEN_OVER_WITHIN_MS;
    let found = before;
    while (found.endedAt === null && performance.now() < endsAtMs) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      found = await call(url);
    }
    expect([found.done, found.endedAt]).toEqual([TARGETS.length, expect.any(String)]);
    expect(hosts(found.items)).toEqual(hosts(TARGETS.map((target) => ({ target }))));
    expect(hosts(before.items).map((name) => asked.get(name))).toEqual(counts);
    expect(found.items.slice(0, before.done)).toEqual(before.items);
  }, 240_000);
});
